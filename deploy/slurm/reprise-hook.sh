#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tells Reprise what Slurm's hooks know. One file for PrologSlurmctld, EpilogSlurmctld and JobCompLoc (jobcomp/script).
#
# Slurm starts hooks without a PATH and with their own environment only, so the settings stand in a file:
#   /etc/reprise/slurm.env    REPRISE_URL=https://…  REPRISE_SOURCE=slurm-prod
#                              REPRISE_HEADER=/etc/reprise/slurm.header
# The header file holds "Authorization: Bearer TOKEN", readable by the user of slurmctld alone.
# It never holds a job up: it ends with 0 whatever happens, after 5 s at most.
PATH=/usr/bin:/bin
settings=${REPRISE_SETTINGS:-/etc/reprise/slurm.env}
# shellcheck source=/dev/null
[ -r "$settings" ] && . "$settings"
[ -n "$REPRISE_URL" ] || exit 0

text() { # the value of a variable as JSON
    printf '%s' "$1" | sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' | tr -d '\000-\037' | sed -e 's/^/"/' -e 's/$/"/'
}

body="{\"reprise_at\": $(date +%s)"
for name in SLURM_SCRIPT_CONTEXT SLURM_VERSION SLURM_JOB_ID SLURM_JOBID SLURM_ARRAY_JOB_ID SLURM_ARRAY_TASK_ID \
    SLURM_JOB_NAME SLURM_JOB_COMMENT SLURM_JOB_RESTART_COUNT SLURM_JOB_EXIT_CODE2 SLURM_JOB_PARTITION \
    JOBID ARRAYJOBID ARRAYTASKID JOBNAME JOBSTATE EXITCODE START END SUBMIT PARTITION; do
    eval "value=\${$name-}"
    [ -n "$value" ] && body="$body, \"$name\": $(text "$value")"
done
body="$body}"

printf '%s' "$body" | curl -s -o /dev/null --max-time 5 --retry 1 \
    -H 'Content-Type: application/json' ${REPRISE_HEADER:+-H "@$REPRISE_HEADER"} \
    --data-binary @- "$REPRISE_URL/api/v1/sources/slurm?source=${REPRISE_SOURCE:-slurm}"
exit 0
