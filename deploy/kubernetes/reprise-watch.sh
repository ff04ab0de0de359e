#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tells Reprise of Kubernetes Jobs and Argo Workflows: lists and watches them with kubectl, one object a request. When a
# watch ends (410 Gone, a new token, a lost line) it lists again; what was told before counts once.
#
#   REPRISE_URL, REPRISE_SOURCE                   where Reprise is, the name of this cluster
#   REPRISE_HEADER                                a file with "Authorization: Bearer TOKEN" (role operator)
#   REPRISE_KINDS                                 jobs.batch by default; "jobs.batch workflows.argoproj.io" with Argo
#   REPRISE_NAMESPACE                             one namespace; all of them where empty
# Needs kubectl, jq and curl, and the verbs list and watch on those kinds.
set -u
: "${REPRISE_URL:?set REPRISE_URL}"
scope=${REPRISE_NAMESPACE:+--namespace=$REPRISE_NAMESPACE}
[ -n "$scope" ] || scope=--all-namespaces

tell() {
    jq -c --unbuffered 'del(.metadata.managedFields, .status.nodes, .status.storedTemplates, .spec.template)' |
        while IFS= read -r object; do
            until printf '%s' "$object" | curl -sf -o /dev/null --max-time 10 -H 'Content-Type: application/json' \
                ${REPRISE_HEADER:+-H "@$REPRISE_HEADER"} --data-binary @- \
                "$REPRISE_URL/api/v1/sources/kubernetes?source=${REPRISE_SOURCE:-kubernetes}"; do
                echo "Reprise does not take an object; trying again in 5 s" >&2
                sleep 5
            done
        done
}

watch() {
    while :; do
        kubectl get "$1" "$scope" --watch --output=json | tell
        echo "the watch of $1 has ended; listing again" >&2
        sleep 2
    done
}

for kind in ${REPRISE_KINDS:-jobs.batch}; do
    watch "$kind" &
done
wait
