// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.decision;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/**
 * Why a decision was made: every rule of the core has one, and a rule is found by it. A closed list; a reader that meets
 * an unknown code reads {@link #UNRECOGNISED}.
 */
public enum Reason {
    /** The failure is final, the job may be repeated, and nothing newer was seen. */
    FINAL_FAILURE("The failure is final, the job may be repeated, and nothing newer was seen."),
    /** The scheduler's own retry did not come in time. */
    NATIVE_RETRY_LOST("The scheduler's own retry did not come in time."),
    /** A person asked for the rerun. */
    MANUAL("A person asked for the rerun."),
    /** A person approved the rerun. */
    APPROVED("A person approved the rerun."),
    /** What it reads is there now. */
    UPSTREAM_RECOVERED("What it reads is there now."),
    /** What it had read was written anew. */
    UPSTREAM_REWRITTEN("What it had read was written anew."),
    /** The job never began, so it had no effect and may run whatever its verdict. */
    NEVER_STARTED("The job never began, so it had no effect and may run whatever its verdict."),
    /** A short wait in which the truth may still arrive: a late success, a duplicate, a retry. */
    SETTLING("A short wait in which the truth may still arrive: a late success, a duplicate, a retry."),
    /** The wait between two reruns of one episode. */
    BACKING_OFF("The wait between two reruns of one episode."),
    /** Everything already in the log is read before acting. */
    BARRIER_PENDING("Everything already in the log is read before acting."),
    /** The scheduler will try again by itself; Reprise does not race it. */
    NATIVE_RETRY_EXPECTED("The scheduler will try again by itself; Reprise does not race it."),
    /** No sign of life in time: the scheduler is asked before anything is done. */
    HEARTBEAT_LOST_RECONCILE("No sign of life in time: the scheduler is asked before anything is done."),
    /** Another run of the same instance is alive. */
    OTHER_RUN_ACTIVE("Another run of the same instance is alive."),
    /** The outcome of the call is unknown; the target deduplicates, so the same key is sent again. */
    RESEND_SAME_KEY("The outcome of the call is unknown; the target deduplicates, so the same key is sent again."),
    /** The call had not begun; the command is delivered again. */
    REDELIVERED("The call had not begun; the command is delivered again."),
    /** The group of the job is asked whether a rerun may be sent. */
    ADMISSION_PENDING("The group of the job is asked whether a rerun may be sent."),
    /** Many failures have one cause: the breaker is open and the rerun is held. */
    STORM_HELD("Many failures have one cause: the breaker is open and the rerun is held."),
    /** The breaker lets the rerun go. */
    STORM_RELEASED("The breaker lets the rerun go."),
    /** The group has spent its reruns of the hour: the rerun is held. */
    RETRY_BUDGET_HELD("The group has spent its reruns of the hour: the rerun is held."),
    /** As many reruns of the group as may run at once are under way. */
    SLOT_HELD("As many reruns of the group as may run at once are under way."),
    /** A person has paused reruns here. */
    PAUSED("A person has paused reruns here."),
    /** A person has frozen all reruns here. */
    FROZEN("A person has frozen all reruns here."),
    /** No rerun is sent in this window of the day. */
    BLACKOUT("No rerun is sent in this window of the day."),
    /** What it reads is missing: it waits until that is there. */
    UPSTREAM_AWAITED("What it reads is missing: it waits until that is there."),
    /** The same failure was reported before. */
    DUPLICATE("The same failure was reported before."),
    /** The same success was reported before. */
    DUPLICATE_SUCCESS("The same success was reported before."),
    /** The same request was made before. */
    DUPLICATE_REQUEST("The same request was made before."),
    /** The instance has succeeded; a later report of failure does not undo it. */
    ALREADY_SUCCEEDED("The instance has succeeded; a later report of failure does not undo it."),
    /** Success arrived while a rerun was only considered. */
    SUCCEEDED_BEFORE_RERUN("Success arrived while a rerun was only considered."),
    /** The report of success comes from an observer and does not outweigh the failure of the same attempt. */
    SUCCESS_NOT_PROVEN(
            "The report of success comes from an observer and does not outweigh the failure of the same attempt."),
    /** A newer attempt of the same run has started since. */
    STALE_ATTEMPT("A newer attempt of the same run has started since."),
    /** The report names a run that does not belong to the newest generation. */
    STALE_OR_ALIAS("The report names a run that does not belong to the newest generation."),
    /** A sign of life refutes the reported failure. */
    STILL_RUNNING("A sign of life refutes the reported failure."),
    /** The scheduler's own retry has started. */
    NATIVE_RETRY_STARTED("The scheduler's own retry has started."),
    /** A run that Reprise did not ask for has started and takes over. */
    EXTERNAL_RUN_STARTED("A run that Reprise did not ask for has started and takes over."),
    /** The scheduler skipped it on purpose. */
    NOT_A_FAILURE("The scheduler skipped it on purpose."),
    /** It failed because something before it failed; that is where the repair belongs. */
    UPSTREAM_FAILED("It failed because something before it failed; that is where the repair belongs."),
    /** A person stopped it on purpose. */
    KILLED_BY_USER("A person stopped it on purpose."),
    /** A person reset it in the scheduler's own interface. */
    CLEARED_BY_USER("A person reset it in the scheduler's own interface."),
    /** The instance was given up before; a further report changes nothing. */
    SLOT_CLOSED("The instance was given up before; a further report changes nothing."),
    /** A rerun or another run of the instance is under way. */
    RERUN_ALREADY_OPEN("A rerun or another run of the instance is under way."),
    /** The request is older than a request may be. */
    STALE_REQUEST("The request is older than a request may be."),
    /** The approval or rejection names a proposal that is no longer open. */
    STALE_APPROVAL("The approval or rejection names a proposal that is no longer open."),
    /** The person who asked for the rerun may not approve it. */
    FOUR_EYES("The person who asked for the rerun may not approve it."),
    /** The target already had our run under our id: the earlier call had worked. */
    ADOPTED_EXISTING("The target already had our run under our id: the earlier call had worked."),
    /** What was in doubt is settled by a later event. */
    IN_DOUBT_RESOLVED("What was in doubt is settled by a later event."),
    /** A dispatch result without an open rerun. */
    UNSOLICITED_RESULT("A dispatch result without an open rerun."),
    /** The same alert was told for this generation already. */
    ALERT_ALREADY_OPEN("The same alert was told for this generation already."),
    /** The deadline has not passed yet. */
    DEADLINE_NOT_REACHED("The deadline has not passed yet."),
    /** The deadline passed too long ago to be news. */
    STALE_DEADLINE("The deadline passed too long ago to be news."),
    /** The job is not idempotent: repeating it may corrupt data. */
    NON_IDEMPOTENT("The job is not idempotent: repeating it may corrupt data."),
    /** Nobody has said whether the job may be repeated: a person must approve. */
    AWAITING_APPROVAL("Nobody has said whether the job may be repeated: a person must approve."),
    /** Nobody has said whether the job may be repeated, and the policy proposes nothing. */
    IDEMPOTENCY_UNKNOWN("Nobody has said whether the job may be repeated, and the policy proposes nothing."),
    /** No sign of life, and its scheduler does not answer. */
    RECONCILE_UNANSWERED("No sign of life, and its scheduler does not answer."),
    /** The policy says that this job is never rerun. */
    RERUN_DISABLED("The policy says that this job is never rerun."),
    /** All reruns of this episode are spent. */
    BUDGET_EXHAUSTED("All reruns of this episode are spent."),
    /** All reruns that this class of failure is given in an episode are spent. */
    CLASS_BUDGET_EXHAUSTED("All reruns that this class of failure is given in an episode are spent."),
    /** The rerun that answers this failure was decided before; one failure has one rerun. */
    ALREADY_ANSWERED("The rerun that answers this failure was decided before; one failure has one rerun."),
    /** It would fail the same way again: the error is one that no rerun mends. */
    FAILURE_PERMANENT("It would fail the same way again: the error is one that no rerun mends."),
    /** The owner declares that the job may be repeated, and the analysis of its definition says otherwise. */
    VERDICT_CONTRADICTION(
            "The owner declares that the job may be repeated, and the analysis of its definition says otherwise."),
    /** The failure is older than a rerun may be. */
    STALE_FAILURE("The failure is older than a rerun may be."),
    /** The job has no target: Reprise does not know how to run it. */
    NO_TARGET("The job has no target: Reprise does not know how to run it."),
    /** Nobody approved in time. */
    APPROVAL_EXPIRED("Nobody approved in time."),
    /** A person rejected the rerun. */
    REJECTED("A person rejected the rerun."),
    /** The attempt reported failure after its output was committed: a rerun would double it. */
    COMMITTED_BUT_FAILED("The attempt reported failure after its output was committed: a rerun would double it."),
    /** The scheduler reported a state that nobody knows. */
    UNKNOWN_STATE("The scheduler reported a state that nobody knows."),
    /** No such job in the registry: without a policy nothing is rerun. */
    UNKNOWN_JOB("No such job in the registry: without a policy nothing is rerun."),
    /** It was stopped and nobody knows by whom. */
    KILLED_BY_UNKNOWN("It was stopped and nobody knows by whom."),
    /** It was killed, yet it has succeeded. */
    LATE_SUCCESS_AFTER_KILL("It was killed, yet it has succeeded."),
    /** The old run has succeeded after its rerun was sent: two runs may have written. */
    LATE_SUCCESS_RERUN_REDUNDANT("The old run has succeeded after its rerun was sent: two runs may have written."),
    /** An older attempt has succeeded while a newer one was known. */
    LATE_SUCCESS_OLD_ATTEMPT("An older attempt has succeeded while a newer one was known."),
    /** A second run of the same instance has succeeded: output may be doubled. */
    SECOND_SUCCESS("A second run of the same instance has succeeded: output may be doubled."),
    /** A run that Reprise did not ask for runs beside another of the same instance. */
    CONCURRENT_EXTERNAL_RUN("A run that Reprise did not ask for runs beside another of the same instance."),
    /** Somebody started the instance again after it had succeeded. */
    EXTERNAL_RERUN_AFTER_SUCCESS("Somebody started the instance again after it had succeeded."),
    /** An older attempt started or lives on beside a newer one. */
    ZOMBIE_ATTEMPT_ACTIVE("An older attempt started or lives on beside a newer one."),
    /** The instance starts again and again. */
    START_STORM("The instance starts again and again."),
    /** The partition is not ready by its deadline. */
    DEADLINE_MISSED("The partition is not ready by its deadline."),
    /** A rerun started now is not expected to end before the deadline. */
    DEADLINE_AT_RISK("A rerun started now is not expected to end before the deadline."),
    /** More failures than the group allows: the breaker has opened and reruns are held. */
    STORM_BREAKER("More failures than the group allows: the breaker has opened and reruns are held."),
    /** It has succeeded on data that was written anew since. */
    DOWNSTREAM_STALE("It has succeeded on data that was written anew since."),
    /** Fires always, so that a receiver notices silence. */
    WATCHDOG("The alert path works: this one fires always, and its silence is the alarm."),
    /** It is unknown whether the target took the rerun, and asking again could start it twice. */
    IN_DOUBT("It is unknown whether the target took the rerun, and asking again could start it twice."),
    /** The command could not be sent before its time ran out. */
    RERUN_EXPIRED("The command could not be sent before its time ran out."),
    /** The target took the rerun, but no sign of it was seen. */
    RERUN_UNCONFIRMED("The target took the rerun, but no sign of it was seen."),
    /** The rerun was ordered, its time is over, and no runner has said what became of it. */
    RERUN_UNANSWERED("The rerun was ordered, its time is over, and no runner has said what became of it."),
    /** The target refuses: something else holds the place. */
    TARGET_CONFLICT("The target refuses: something else holds the place."),
    /** The target refused the rerun. */
    TARGET_REJECTED("The target refused the rerun."),
    /** The rerun was withdrawn before it was sent. */
    RERUN_CANCELLED("The rerun was withdrawn before it was sent."),
    /** The instance is healthy again. */
    RECOVERED("The instance is healthy again."),
    /** The breaker has closed. */
    STORM_OVER("The breaker has closed."),
    /** Nothing was heard of it for so long that it is not remembered any more. */
    FORGOTTEN("Nothing was heard of it for so long that it is not remembered any more."),
    /** The gate lets the run pass: no other of its generation has passed it. */
    PERMIT_GRANTED("The gate lets the run pass: no other of its generation has passed it."),
    /** A newer generation of the instance has begun or was decided: the run that asks is too late. */
    PERMIT_SUPERSEDED("A newer generation of the instance has begun or was decided: the run that asks is too late."),
    /** Another run of the same generation was let in before. */
    PERMIT_DUPLICATE_RUN("Another run of the same generation was let in before."),
    /** The instance has succeeded, and no rerun was decided since. */
    PERMIT_ALREADY_SUCCEEDED("The instance has succeeded, and no rerun was decided since."),
    /** Another run of the same generation was allowed to publish before. */
    PERMIT_COMMITTED_ALREADY("Another run of the same generation was allowed to publish before."),
    /** The attempt that asks was reported as ended. */
    PERMIT_RUN_ENDED("The attempt that asks was reported as ended."),
    /** The rerun that the run says it carries out is not known here. */
    PERMIT_RERUN_UNKNOWN("The rerun that the run says it carries out is not known here."),
    /** It was asked so long ago that nobody waits for the answer any more. */
    PERMIT_EXPIRED("It was asked so long ago that nobody waits for the answer any more."),
    /** A person closed the matter. */
    CLOSED_BY_PERSON("A person closed the matter."),
    /** The record could not be used and is kept in the dead letters. */
    MALFORMED_TO_DLQ("The record could not be used and is kept in the dead letters."),
    /** A rule that this version does not know: it was written by a newer one. Never decided, only read. */
    @JsonEnumDefaultValue
    UNRECOGNISED("A rule that this version does not know: it was written by a newer one.");

    private final String meaning;

    Reason(String meaning) {
        this.meaning = meaning;
    }

    /** The rule in one sentence, for people. */
    public String meaning() {
        return meaning;
    }
}
