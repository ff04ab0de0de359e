// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.reference;

/** Where the product deliberately does more than the plain rules. Nowhere else may the two differ. */
enum Richer {
    /**
     * A rerun has a life, counted from its failure or request. One that became ready after it is not sent: a person is told
     * that the failure is old. The plain rules look at the age once, when the failure arrives.
     */
    LIFE_ENDS,
    /**
     * Silence is noticed for every run that is alive. The plain rules set the watch at a start or a sign of life only, so a
     * run that is found alive by other means may stay silent for ever.
     */
    WATCHED_AGAIN,
    /**
     * What was said to be over is told again when it comes back. The plain rules tell a matter once for each generation,
     * and never say that it is over.
     */
    TOLD_AGAIN,
    /**
     * A deadline that had passed long before anything of the partition was seen is no news: a backfill of old partitions
     * would tell of each. The plain rules ask for its age only where a scheduler reports it.
     */
    OLD_DEADLINES_REST,
    /**
     * A rerun that a person asked for has a name of its own. In the plain rules it may share the name with the rerun that
     * answered the same failure before, and inherits what was told of that.
     */
    OWN_NAMES,
    /** A person asks for an instance to be run, not for a run: the request itself teaches nothing about runs. */
    REQUESTS_NAME_NO_RUN,
    /**
     * Why an instance is closed is what closed it last. The plain rules remember a kill through a reset and through
     * failures that came after it, and call a success then one after a kill.
     */
    LAST_END_COUNTS,
    /**
     * A second report of a failure may say that its scheduler will try again, where the first said nothing of it: Reprise
     * does not race that retry. In the plain rules the first report stands.
     */
    RETRY_TOLD_LATE,
    /**
     * Only the failure whose retry is awaited can be made final. In the plain rules a late word about any older failure ends
     * the wait for another one's retry.
     */
    FINAL_MEANS_ITSELF,
    /**
     * A storm holds a rerun, and the instance lives on: the failure of a newer attempt is a new question to its group, and
     * each failure counts once. The plain rules close what a storm meets.
     */
    STORMS_HOLD,
    /** The target's answer ends the doubt whenever it comes. In the plain rules what is parked stays parked. */
    ANSWERS_END_DOUBT,
    /**
     * A start that is told after the end of what it began changes nothing, and one that came after that end begins it anew:
     * its next failure is news, unless a rerun has answered the first. The plain rules take either for a retry, and a failure under a name that has failed before
     * for a repeat.
     */
    STARTS_HAVE_TIMES,
    /**
     * While a rerun is on its way, an answer about a run that nobody understands ends nothing: what counts is the rerun. The
     * plain rules close the instance, and a person could ask for a second rerun beside it.
     */
    OWN_RERUN_COUNTS,
    /**
     * The end of a run from outside (killed, skipped, reset, not begun for want of what stands before it) counts once, and
     * only for that run: told again after something newer began, or beside a rerun that is on its way or another run that is
     * alive, it ends nothing else. In the plain rules it closes the instance whatever goes on there, so that a later failure is
     * no news.
     */
    ENDS_COUNT_ONCE,
    /**
     * An end from outside closes what it ended and no more: the failure of a newer attempt, or of another run where the
     * first was not begun at all, is news although nobody told its start. The plain rules close the instance to it, and as
     * such an end is told to nobody, neither is the failure.
     */
    ENDS_END_THEIR_RUN,
    /**
     * Whoever was told to look may order a rerun: of a run that was silent and asked after in vain, of a rerun that the target
     * took and nobody saw, of one of which no runner said anything in its time, of a run whose state nobody understood. The plain rules refuse it for ever.
     */
    A_LOOK_COUNTS,
    /** What has succeeded stays so, whatever is found out about another run of it. The plain rules close it. */
    SUCCESS_STAYS,
    /** One failure has one rerun: the same attempt is not answered twice. In the plain rules it may be. */
    ANSWERED_ONCE,
    /** The budget is that of an episode: after health it is whole again. In the plain rules it lasts for ever. */
    BUDGET_PER_EPISODE
}
