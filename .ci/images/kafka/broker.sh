#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# /etc/kafka/docker/run inside the image: the contract of the apache/kafka image, as far as tests use it.
# Each KAFKA_SOME_KEY of the environment becomes the broker property some.key (___ is -, __ is _); the data directory
# is formatted once under CLUSTER_ID; then this process becomes the broker.
# No file name patterns: the class path ends in a star that is meant for java.
set -euo pipefail -f

config=/tmp/server.properties
declare -A properties=(
  [process.roles]='broker,controller'
  [node.id]=1
  [controller.quorum.voters]=1@localhost:9093
  [listeners]='PLAINTEXT://:9092,CONTROLLER://:9093'
  [advertised.listeners]=PLAINTEXT://localhost:9092
  [listener.security.protocol.map]='PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT'
  [inter.broker.listener.name]=PLAINTEXT
  [controller.listener.names]=CONTROLLER
  [log.dirs]=/var/lib/kafka/data
  [offsets.topic.replication.factor]=1
  [transaction.state.log.replication.factor]=1
  [transaction.state.log.min.isr]=1
  [share.coordinator.state.topic.replication.factor]=1
  [share.coordinator.state.topic.min.isr]=1
  [group.initial.rebalance.delay.ms]=0
)

for name in $(compgen -e KAFKA_); do
  case "$name" in
    KAFKA_HEAP_OPTS | KAFKA_OPTS | KAFKA_JVM_PERFORMANCE_OPTS | KAFKA_LOG4J_*) continue ;;
  esac
  key=${name#KAFKA_}
  key=${key,,}
  key=${key//___/-}
  key=${key//__/%}
  key=${key//_/.}
  key=${key//%/_}
  properties[$key]=${!name}
done

for key in "${!properties[@]}"; do
  printf '%s=%s\n' "$key" "${properties[$key]}"
done >"$config"

run_java() {
  # KAFKA_HEAP_OPTS and KAFKA_OPTS hold several options each, so they are split into words on purpose.
  # shellcheck disable=SC2086
  exec java ${KAFKA_HEAP_OPTS:--Xmx512m} ${KAFKA_OPTS:-} --sun-misc-unsafe-memory-access=allow \
    --enable-native-access=ALL-UNNAMED -Dlogback.configurationFile=/etc/kafka/docker/logback.xml \
    -cp '/opt/kafka/libs/*' "$@"
}

(run_java kafka.tools.StorageTool format --ignore-formatted \
  --cluster-id "${CLUSTER_ID:-5L6g3nShT-eMCtK--X86sw}" --config "$config")
run_java kafka.Kafka "$config"
