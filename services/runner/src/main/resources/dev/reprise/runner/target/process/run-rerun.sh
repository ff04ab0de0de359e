#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Runs one rerun at most once and leaves behind what became of it. POSIX sh; nothing is ever put into this text.
# usage: run-rerun.sh RUN_DIRECTORY WORKING_DIRECTORY PROGRAM [ARGUMENT...]
#
# However often it is started for one run directory, one start runs the program: the one that makes `claim`.
set -u
run=$1
work=$2
shift 2

# A stop of the runner reaches its process group where there is no setsid: the program may end, its exit must still be
# written. Set to a command, not to '', because an ignored signal would stay ignored in the program.
trap : HUP INT TERM

# Process ids are used again, also after a start of the machine: with boot and start time the process is named for ever.
identity() {
    if [ -r "/proc/$$/stat" ]; then
        boot=-
        [ -r /proc/sys/kernel/random/boot_id ] && read -r boot </proc/sys/kernel/random/boot_id
        read -r stat <"/proc/$$/stat"
        # The second field is the name in parentheses and may hold spaces; the start time is the 20th after it.
        set -f
        # shellcheck disable=SC2086
        set -- ${stat##*) }
        shift 19
        printf '%s %s' "$boot" "$1"
    else
        LC_ALL=C ps -o lstart= -p "$$" | sed 's/^ *//; s/ *$//'
    fi
}

# A hard link, not a directory: it fails where the name exists and brings its content with it, so that there is no moment
# in which the run is claimed and nobody knows by whom.
mine="$run/claim.$$"
printf '%s\n%s\n' "$$" "$(identity)" >"$mine" || exit 0
ln "$mine" "$run/claim" 2>/dev/null || {
    rm -f "$mine"
    exit 0
}
rm -f "$mine"

leave() {
    printf '%s\n' "$1" >"$run/exit.new" && mv "$run/exit.new" "$run/exit"
    exit 0
}

# What cannot begin is told apart from a program that ends with the same number: only the first had no effect.
never() {
    printf '%s\n' "$2" >>"$run/output.log"
    leave "$1 never"
}

find_program() {
    case $1 in
    */*)
        [ -f "$1" ] || never 127 "$1: not found"
        [ -x "$1" ] || never 126 "$1: not executable"
        program=$1
        ;;
    *)
        rest=${PATH:-/usr/bin:/bin}:
        while [ -n "$rest" ]; do
            folder=${rest%%:*}
            rest=${rest#*:}
            program=${folder:-.}/$1
            [ -f "$program" ] && [ -x "$program" ] && return
        done
        never 127 "$1: not found on PATH"
        ;;
    esac
}

cd "$work" 2>/dev/null || never 126 "working directory $work: cannot be entered"
find_program "$1"
shift
"$program" "$@" >>"$run/output.log" 2>&1 </dev/null
leave "$?"
