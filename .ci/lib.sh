#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Functions of .ci/run and its steps. Sourced, never run; defines nothing but functions.

# One line of progress on stderr: stdout is left to the tools and to functions that answer by printing.
say() { printf '\n== %s\n' "$*" >&2; }

# Something a reader must not overlook, without ending the run.
warn() { printf '\n!! %s\n' "$*" >&2; }

# Ends the run with status 1.
die() {
  printf '\n!! %s\n' "$*" >&2
  exit 1
}

# True where an answer is demanded of every check: nothing may be skipped on a CI machine.
in_ci() { [ "${CI:-false}" = true ]; }

# retry TIMES COMMAND...: runs the command until it succeeds, waiting 5 s, 10 s, 15 s ... in between.
retry() {
  local times=$1 try=1
  shift
  until "$@"; do
    [ "$try" -lt "$times" ] || return 1
    warn "try $try of $times failed: $*"
    sleep $((try * 5))
    try=$((try + 1))
  done
}

# require COMMAND=PACKAGE...: installs the packages whose commands are missing. Only root on a machine with apt-get
# can do that; anyone else is told what to install.
require() {
  local pair missing=()
  for pair in "$@"; do
    command -v "${pair%%=*}" >/dev/null 2>&1 || missing+=("${pair#*=}")
  done
  [ "${#missing[@]}" -gt 0 ] || return 0
  if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    warn "missing on this machine: ${missing[*]} (names of Debian packages)"
    return 1
  fi
  say "install ${missing[*]}"
  retry 3 apt-get -qq update
  DEBIAN_FRONTEND=noninteractive retry 3 apt-get -qq install -y --no-install-recommends "${missing[@]}" >/dev/null
}

# Prints the home of the first installed JDK of at least this major version, full (with jlink).
jdk_home() {
  local least=$1 home version
  for home in "${REPRISE_JAVA_HOME:-}" "${JAVA_HOME:-}" /usr/lib/jvm/* /opt/java/*; do
    if [ ! -x "$home/bin/jlink" ] || [ ! -r "$home/release" ]; then
      continue
    fi
    version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release")
    if [ "${version:-0}" -ge "$least" ]; then
      printf '%s\n' "$home"
      return 0
    fi
  done
  return 1
}

# start_docker DIR: makes an engine reachable through DOCKER_HOST. An engine that already answers is used as it is.
# Otherwise one is started with everything it keeps under DIR; --iptables=false and --ip-forward=false keep it out of
# the machine's own routing, at the price of containers that reach nothing outside, which no test wants.
start_docker() {
  local dir=$1
  if docker info >/dev/null 2>&1; then
    say "docker: the engine that runs already"
    return 0
  fi
  if [ "$(id -u)" -ne 0 ] || ! command -v dockerd >/dev/null 2>&1; then
    warn "docker: no engine answers and none can be started (needs root and the package docker.io)"
    return 1
  fi
  say "docker: start an engine in $dir"
  mkdir -p "$dir"
  [ -e /sys/class/net/docker0 ] || : >"$dir/owns-bridge"
  dockerd --host "unix://$dir/engine.sock" --data-root "$dir/data" --exec-root "$dir/exec" --pidfile "$dir/pid" \
    --iptables=false --ip6tables=false --ip-forward=false --ip-masq=false >"$dir/log" 2>&1 &
  printf '%s\n' "$!" >"$dir/job"
  export DOCKER_HOST="unix://$dir/engine.sock"
  local waited=0
  until docker info >/dev/null 2>&1; do
    if [ "$waited" -ge 120 ] || ! kill -0 "$(cat "$dir/job")" 2>/dev/null; then
      tail -n 30 "$dir/log" >&2
      unset DOCKER_HOST
      return 1
    fi
    sleep 1
    waited=$((waited + 1))
  done
}

# stop_docker DIR: ends the engine that start_docker started there, with its containers, and removes what it kept.
# Does nothing where none was started.
stop_docker() {
  local dir=$1 waited=0 job
  [ -r "$dir/job" ] || return 0
  job=$(cat "$dir/job")
  # A test that was cut short leaves its container and network, and a network is a bridge on this machine.
  local docker=(docker --host "unix://$dir/engine.sock")
  "${docker[@]}" ps --all --quiet 2>/dev/null | xargs -r "${docker[@]}" rm --force >/dev/null 2>&1 || true
  "${docker[@]}" network prune --force >/dev/null 2>&1 || true
  kill "$job" 2>/dev/null || true
  while kill -0 "$job" 2>/dev/null && [ "$waited" -lt 60 ]; do
    sleep 1
    waited=$((waited + 1))
  done
  kill -9 "$job" 2>/dev/null || true
  # A mount that outlives its engine would make the removal below reach into it.
  awk -v under="$dir/" 'index($2, under) == 1 { print $2 }' /proc/mounts | sort -r | while read -r mount; do
    umount "$mount" || umount -l "$mount" || true
  done
  if [ -e "$dir/owns-bridge" ] && [ -e /sys/class/net/docker0 ]; then
    ip link delete docker0 || true
  fi
  rm -rf "$dir"
}
