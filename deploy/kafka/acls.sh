#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Prints the commands that give a principal the rights of roles, from acls.txt beside this file. Runs none of them.
#
#   deploy/kafka/acls.sh reprise. User:reprise-notifier every notifier | sh
#
# The commands call kafka-acls.sh with what KAFKA_ACLS_OPTIONS holds, such as
# '--bootstrap-server kafka-1:9094 --command-config admin.properties'.
set -eu
if [ $# -lt 3 ]; then
    echo "usage: acls.sh PREFIX PRINCIPAL ROLE..." >&2
    exit 2
fi
prefix=$1
principal=$2
shift 2
table=$(dirname "$0")/acls.txt
for role in "$@"; do
    if ! grep -q "^$role " "$table"; then
        echo "acls.sh: unknown role $role: use $(grep -v '^#' "$table" | cut -d' ' -f1 | grep . | sort -u | tr '\n' ' ')" >&2
        exit 2
    fi
    awk -v role="$role" -v prefix="$prefix" -v principal="$principal" '
        $1 == role {
            name = $4
            sub(/PREFIX/, prefix, name)
            printf "kafka-acls.sh $KAFKA_ACLS_OPTIONS --add --allow-principal \"%s\"", principal
            count = split($5, operations, ",")
            for (i = 1; i <= count; i++) printf " --operation %s", operations[i]
            printf " --%s \"%s\" --resource-pattern-type %s\n", $2, name, $3
        }' "$table"
done
