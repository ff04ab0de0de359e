// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.decision;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/**
 * Why a decision was made: every rule of the core has one, and a rule is found by it. A closed list; a reader that meets
 * an unknown code reads {@link #UNRECOGNISED}.
 */
public enum Reason {
    /** The failure is final, the job may be repeated, and nothing newer was seen. */
    FINAL_FAILURE("The failure is final, the job may be repeated, and nothing newer was seen.",
            "失败已成定局，作业可以重复执行，且没有更新的消息。"),
    /** The scheduler's own retry did not come in time. */
    NATIVE_RETRY_LOST("The scheduler's own retry did not come in time.",
            "调度器自身的重试没有按时到来。"),
    /** A person asked for the rerun. */
    MANUAL("A person asked for the rerun.",
            "有人请求重跑。"),
    /** A person approved the rerun. */
    APPROVED("A person approved the rerun.",
            "有人批准了重跑。"),
    /** What it reads is there now. */
    UPSTREAM_RECOVERED("What it reads is there now.",
            "它读取的数据现在已就绪。"),
    /** What it had read was written anew. */
    UPSTREAM_REWRITTEN("What it had read was written anew.",
            "它读过的数据被重新写过。"),
    /** The job never began, so it had no effect and may run whatever its verdict. */
    NEVER_STARTED("The job never began, so it had no effect and may run whatever its verdict.",
            "作业从未开始，没有产生影响，无论结论如何都可以运行。"),
    /** A short wait in which the truth may still arrive: a late success, a duplicate, a retry. */
    SETTLING("A short wait in which the truth may still arrive: a late success, a duplicate, a retry.",
            "短暂等待，真相可能还会到来：迟到的成功、重复消息、重试。"),
    /** The wait between two reruns of one episode. */
    BACKING_OFF("The wait between two reruns of one episode.",
            "同一回合中两次重跑之间的等待。"),
    /** Everything already in the log is read before acting. */
    BARRIER_PENDING("Everything already in the log is read before acting.",
            "行动之前先读完日志中已有的一切。"),
    /** The scheduler will try again by itself; Reprise does not race it. */
    NATIVE_RETRY_EXPECTED("The scheduler will try again by itself; Reprise does not race it.",
            "调度器会自行重试；Reprise 不与它抢跑。"),
    /** No sign of life in time: the scheduler is asked before anything is done. */
    HEARTBEAT_LOST_RECONCILE("No sign of life in time: the scheduler is asked before anything is done.",
            "没有按时收到心跳：先向调度器核实再行动。"),
    /** Another run of the same instance is alive. */
    OTHER_RUN_ACTIVE("Another run of the same instance is alive.",
            "同一实例的另一次运行仍在进行。"),
    /** The outcome of the call is unknown; the target deduplicates, so the same key is sent again. */
    RESEND_SAME_KEY("The outcome of the call is unknown; the target deduplicates, so the same key is sent again.",
            "调用结果未知；目标会去重，因此用同一个键再发一次。"),
    /** The call had not begun; the command is delivered again. */
    REDELIVERED("The call had not begun; the command is delivered again.",
            "调用尚未开始；命令重新投递。"),
    /** The group of the job is asked whether a rerun may be sent. */
    ADMISSION_PENDING("The group of the job is asked whether a rerun may be sent.",
            "正在询问作业所属的组是否可以发出重跑。"),
    /** Many failures have one cause: the breaker is open and the rerun is held. */
    STORM_HELD("Many failures have one cause: the breaker is open and the rerun is held.",
            "许多失败出于同一原因：熔断器断开，重跑被暂扣。"),
    /** The breaker lets the rerun go. */
    STORM_RELEASED("The breaker lets the rerun go.",
            "熔断器放行了重跑。"),
    /** The group has spent its reruns of the hour: the rerun is held. */
    RETRY_BUDGET_HELD("The group has spent its reruns of the hour: the rerun is held.",
            "该组本小时的重跑额度已用完：重跑被暂扣。"),
    /** As many reruns of the group as may run at once are under way. */
    SLOT_HELD("As many reruns of the group as may run at once are under way.",
            "该组允许同时进行的重跑已满。"),
    /** A person has paused reruns here. */
    PAUSED("A person has paused reruns here.",
            "有人在此暂停了重跑。"),
    /** A person has frozen all reruns here. */
    FROZEN("A person has frozen all reruns here.",
            "有人在此冻结了所有重跑。"),
    /** No rerun is sent in this window of the day. */
    BLACKOUT("No rerun is sent in this window of the day.",
            "一天中的这个时段不发出重跑。"),
    /** What it reads is missing: it waits until that is there. */
    UPSTREAM_AWAITED("What it reads is missing: it waits until that is there.",
            "它读取的数据缺失：等到就绪为止。"),
    /** The same failure was reported before. */
    DUPLICATE("The same failure was reported before.",
            "同一失败此前已经上报。"),
    /** The same success was reported before. */
    DUPLICATE_SUCCESS("The same success was reported before.",
            "同一成功此前已经上报。"),
    /** The same request was made before. */
    DUPLICATE_REQUEST("The same request was made before.",
            "同一请求此前已经提出。"),
    /** The instance has succeeded; a later report of failure does not undo it. */
    ALREADY_SUCCEEDED("The instance has succeeded; a later report of failure does not undo it.",
            "该实例已经成功；后来的失败上报不会推翻它。"),
    /** Success arrived while a rerun was only considered. */
    SUCCEEDED_BEFORE_RERUN("Success arrived while a rerun was only considered.",
            "仅在考虑重跑时，成功就已到来。"),
    /** The report of success comes from an observer and does not outweigh the failure of the same attempt. */
    SUCCESS_NOT_PROVEN(
            "The report of success comes from an observer and does not outweigh the failure of the same attempt.",
            "成功消息来自旁观者，不能压过同一次尝试的失败。"),
    /** A newer attempt of the same run has started since. */
    STALE_ATTEMPT("A newer attempt of the same run has started since.",
            "同一次运行已有更新的尝试开始。"),
    /** The report names a run that does not belong to the newest generation. */
    STALE_OR_ALIAS("The report names a run that does not belong to the newest generation.",
            "上报所指的运行不属于最新代次。"),
    /** A sign of life refutes the reported failure. */
    STILL_RUNNING("A sign of life refutes the reported failure.",
            "存活信号否定了所报的失败。"),
    /** The scheduler's own retry has started. */
    NATIVE_RETRY_STARTED("The scheduler's own retry has started.",
            "调度器自身的重试已经开始。"),
    /** A run that Reprise did not ask for has started and takes over. */
    EXTERNAL_RUN_STARTED("A run that Reprise did not ask for has started and takes over.",
            "一次并非 Reprise 请求的运行已开始并接管。"),
    /** The scheduler skipped it on purpose. */
    NOT_A_FAILURE("The scheduler skipped it on purpose.",
            "调度器有意跳过了它。"),
    /** It failed because something before it failed; that is where the repair belongs. */
    UPSTREAM_FAILED("It failed because something before it failed; that is where the repair belongs.",
            "它因前置失败而失败；应在那里修复。"),
    /** A person stopped it on purpose. */
    KILLED_BY_USER("A person stopped it on purpose.",
            "有人有意停止了它。"),
    /** A person reset it in the scheduler's own interface. */
    CLEARED_BY_USER("A person reset it in the scheduler's own interface.",
            "有人在调度器自己的界面中重置了它。"),
    /** The instance was given up before; a further report changes nothing. */
    SLOT_CLOSED("The instance was given up before; a further report changes nothing.",
            "该实例此前已放弃；后续上报不改变什么。"),
    /** A rerun or another run of the instance is under way. */
    RERUN_ALREADY_OPEN("A rerun or another run of the instance is under way.",
            "该实例已有重跑或其他运行在进行。"),
    /** The request is older than a request may be. */
    STALE_REQUEST("The request is older than a request may be.",
            "请求太旧，已不予受理。"),
    /** The approval or rejection names a proposal that is no longer open. */
    STALE_APPROVAL("The approval or rejection names a proposal that is no longer open.",
            "批准或驳回所指的提议已不再有效。"),
    /** The person who asked for the rerun may not approve it. */
    FOUR_EYES("The person who asked for the rerun may not approve it.",
            "请求重跑的人不能自己批准。"),
    /** The target already had our run under our id: the earlier call had worked. */
    ADOPTED_EXISTING("The target already had our run under our id: the earlier call had worked.",
            "目标已有以我们的标识启动的运行：先前的调用已生效。"),
    /** What was in doubt is settled by a later event. */
    IN_DOUBT_RESOLVED("What was in doubt is settled by a later event.",
            "存疑之事已由后来的事件澄清。"),
    /** A dispatch result without an open rerun. */
    UNSOLICITED_RESULT("A dispatch result without an open rerun.",
            "收到派发结果，但没有进行中的重跑。"),
    /** The same alert was told for this generation already. */
    ALERT_ALREADY_OPEN("The same alert was told for this generation already.",
            "本代次已发出过同样的告警。"),
    /** The deadline has not passed yet. */
    DEADLINE_NOT_REACHED("The deadline has not passed yet.",
            "截止时间尚未到。"),
    /** The deadline passed too long ago to be news. */
    STALE_DEADLINE("The deadline passed too long ago to be news.",
            "截止时间早已过去，不再是新消息。"),
    /** The job is not idempotent: repeating it may corrupt data. */
    NON_IDEMPOTENT("The job is not idempotent: repeating it may corrupt data.",
            "作业不是幂等的：重复执行可能损坏数据。"),
    /** Nobody has said whether the job may be repeated: a person must approve. */
    AWAITING_APPROVAL("Nobody has said whether the job may be repeated: a person must approve.",
            "没有人说过该作业能否重复执行：必须由人批准。"),
    /** Nobody has said whether the job may be repeated, and the policy proposes nothing. */
    IDEMPOTENCY_UNKNOWN("Nobody has said whether the job may be repeated, and the policy proposes nothing.",
            "没有人说过该作业能否重复执行，策略也不提议重跑。"),
    /** No sign of life, and its scheduler does not answer. */
    RECONCILE_UNANSWERED("No sign of life, and its scheduler does not answer.",
            "没有存活信号，调度器也没有应答。"),
    /** The policy says that this job is never rerun. */
    RERUN_DISABLED("The policy says that this job is never rerun.",
            "策略规定该作业从不重跑。"),
    /** All reruns of this episode are spent. */
    BUDGET_EXHAUSTED("All reruns of this episode are spent.",
            "本回合的重跑次数已用完。"),
    /** All reruns that this class of failure is given in an episode are spent. */
    CLASS_BUDGET_EXHAUSTED("All reruns that this class of failure is given in an episode are spent.",
            "本回合中该类失败的重跑次数已用完。"),
    /** The rerun that answers this failure was decided before; one failure has one rerun. */
    ALREADY_ANSWERED("The rerun that answers this failure was decided before; one failure has one rerun.",
            "回应此失败的重跑此前已决定；一次失败只有一次重跑。"),
    /** It would fail the same way again: the error is one that no rerun mends. */
    FAILURE_PERMANENT("It would fail the same way again: the error is one that no rerun mends.",
            "再跑也会同样失败：这类错误不是重跑能修复的。"),
    /** The owner declares that the job may be repeated, and the analysis of its definition says otherwise. */
    VERDICT_CONTRADICTION(
            "The owner declares that the job may be repeated, and the analysis of its definition says otherwise.",
            "负责人声明可以重复执行，但对其定义的分析得出相反结论。"),
    /** The failure is older than a rerun may be. */
    STALE_FAILURE("The failure is older than a rerun may be.",
            "失败太旧，已不宜重跑。"),
    /** The job has no target: Reprise does not know how to run it. */
    NO_TARGET("The job has no target: Reprise does not know how to run it.",
            "作业没有目标：Reprise 不知道如何运行它。"),
    /** Nobody approved in time. */
    APPROVAL_EXPIRED("Nobody approved in time.",
            "没有人按时批准。"),
    /** A person rejected the rerun. */
    REJECTED("A person rejected the rerun.",
            "有人驳回了重跑。"),
    /** The attempt reported failure after its output was committed: a rerun would double it. */
    COMMITTED_BUT_FAILED("The attempt reported failure after its output was committed: a rerun would double it.",
            "该次尝试在输出提交之后才报失败：重跑会使数据翻倍。"),
    /** The scheduler reported a state that nobody knows. */
    UNKNOWN_STATE("The scheduler reported a state that nobody knows.",
            "调度器上报了无人认识的状态。"),
    /** No such job in the registry: without a policy nothing is rerun. */
    UNKNOWN_JOB("No such job in the registry: without a policy nothing is rerun.",
            "注册表中没有该作业：没有策略就不会重跑。"),
    /** It was stopped and nobody knows by whom. */
    KILLED_BY_UNKNOWN("It was stopped and nobody knows by whom.",
            "它被停止了，但不知是谁所为。"),
    /** It was killed, yet it has succeeded. */
    LATE_SUCCESS_AFTER_KILL("It was killed, yet it has succeeded.",
            "它被终止过，却成功了。"),
    /** The old run has succeeded after its rerun was sent: two runs may have written. */
    LATE_SUCCESS_RERUN_REDUNDANT("The old run has succeeded after its rerun was sent: two runs may have written.",
            "重跑发出之后旧运行成功了：可能有两次运行写入。"),
    /** An older attempt has succeeded while a newer one was known. */
    LATE_SUCCESS_OLD_ATTEMPT("An older attempt has succeeded while a newer one was known.",
            "已知有更新的尝试时，旧的尝试成功了。"),
    /** A second run of the same instance has succeeded: output may be doubled. */
    SECOND_SUCCESS("A second run of the same instance has succeeded: output may be doubled.",
            "同一实例的第二次运行成功了：输出可能翻倍。"),
    /** A run that Reprise did not ask for runs beside another of the same instance. */
    CONCURRENT_EXTERNAL_RUN("A run that Reprise did not ask for runs beside another of the same instance.",
            "一次并非 Reprise 请求的运行与同一实例的另一次运行并行。"),
    /** Somebody started the instance again after it had succeeded. */
    EXTERNAL_RERUN_AFTER_SUCCESS("Somebody started the instance again after it had succeeded.",
            "实例成功之后又有人启动了它。"),
    /** An older attempt started or lives on beside a newer one. */
    ZOMBIE_ATTEMPT_ACTIVE("An older attempt started or lives on beside a newer one.",
            "旧的尝试在更新的尝试之外启动或仍然存活。"),
    /** The instance starts again and again. */
    START_STORM("The instance starts again and again.",
            "该实例一次又一次地启动。"),
    /** The partition is not ready by its deadline. */
    DEADLINE_MISSED("The partition is not ready by its deadline.",
            "分区未能在截止时间前就绪。"),
    /** A rerun started now is not expected to end before the deadline. */
    DEADLINE_AT_RISK("A rerun started now is not expected to end before the deadline.",
            "现在开始的重跑预计无法在截止时间前结束。"),
    /** More failures than the group allows: the breaker has opened and reruns are held. */
    STORM_BREAKER("More failures than the group allows: the breaker has opened and reruns are held.",
            "失败数超过该组允许的数量：熔断器断开，重跑被暂扣。"),
    /** It has succeeded on data that was written anew since. */
    DOWNSTREAM_STALE("It has succeeded on data that was written anew since.",
            "它成功时所用的数据此后被重新写过。"),
    /** Fires always, so that a receiver notices silence. */
    WATCHDOG("The alert path works: this one fires always, and its silence is the alarm.",
            "告警链路正常：此告警始终触发，收不到它才是故障。"),
    /** It is unknown whether the target took the rerun, and asking again could start it twice. */
    IN_DOUBT("It is unknown whether the target took the rerun, and asking again could start it twice.",
            "不知道目标是否接受了重跑，再次请求可能会启动两次。"),
    /** The command could not be sent before its time ran out. */
    RERUN_EXPIRED("The command could not be sent before its time ran out.",
            "命令未能在时限内发出。"),
    /** The target took the rerun, but no sign of it was seen. */
    RERUN_UNCONFIRMED("The target took the rerun, but no sign of it was seen.",
            "目标接受了重跑，但没有看到任何迹象。"),
    /** The rerun was ordered, its time is over, and no runner has said what became of it. */
    RERUN_UNANSWERED("The rerun was ordered, its time is over, and no runner has said what became of it.",
            "重跑已下达且时限已过，没有执行器说明其结果。"),
    /** The target refuses: something else holds the place. */
    TARGET_CONFLICT("The target refuses: something else holds the place.",
            "目标拒绝：位置被别的运行占用。"),
    /** The target refused the rerun. */
    TARGET_REJECTED("The target refused the rerun.",
            "目标拒绝了重跑。"),
    /** The rerun was withdrawn before it was sent. */
    RERUN_CANCELLED("The rerun was withdrawn before it was sent.",
            "重跑在发出之前被撤回。"),
    /** The instance is healthy again. */
    RECOVERED("The instance is healthy again.",
            "实例恢复健康。"),
    /** The breaker has closed. */
    STORM_OVER("The breaker has closed.",
            "熔断器已闭合。"),
    /** Nothing was heard of it for so long that it is not remembered any more. */
    FORGOTTEN("Nothing was heard of it for so long that it is not remembered any more.",
            "很久没有它的消息，不再记忆。"),
    /** The gate lets the run pass: no other of its generation has passed it. */
    PERMIT_GRANTED("The gate lets the run pass: no other of its generation has passed it.",
            "闸门放行此运行：同一代次没有其他运行通过。"),
    /** A newer generation of the instance has begun or was decided: the run that asks is too late. */
    PERMIT_SUPERSEDED("A newer generation of the instance has begun or was decided: the run that asks is too late.",
            "该实例已有更新的代次开始或被决定：提出请求的运行来得太晚。"),
    /** Another run of the same generation was let in before. */
    PERMIT_DUPLICATE_RUN("Another run of the same generation was let in before.",
            "同一代次的另一次运行此前已被放行。"),
    /** The instance has succeeded, and no rerun was decided since. */
    PERMIT_ALREADY_SUCCEEDED("The instance has succeeded, and no rerun was decided since.",
            "该实例已经成功，此后没有决定过重跑。"),
    /** Another run of the same generation was allowed to publish before. */
    PERMIT_COMMITTED_ALREADY("Another run of the same generation was allowed to publish before.",
            "同一代次的另一次运行此前已获准发布。"),
    /** The attempt that asks was reported as ended. */
    PERMIT_RUN_ENDED("The attempt that asks was reported as ended.",
            "提出请求的尝试已被上报为结束。"),
    /** The rerun that the run says it carries out is not known here. */
    PERMIT_RERUN_UNKNOWN("The rerun that the run says it carries out is not known here.",
            "该运行声称执行的重跑在此不存在。"),
    /** It was asked so long ago that nobody waits for the answer any more. */
    PERMIT_EXPIRED("It was asked so long ago that nobody waits for the answer any more.",
            "请求太久之前提出，已无人等待答复。"),
    /** A person closed the matter. */
    CLOSED_BY_PERSON("A person closed the matter.",
            "有人了结了此事。"),
    /** The record could not be used and is kept in the dead letters. */
    MALFORMED_TO_DLQ("The record could not be used and is kept in the dead letters.",
            "记录无法使用，已存入死信。"),
    /** A rule that this version does not know: it was written by a newer one. Never decided, only read. */
    @JsonEnumDefaultValue
    UNRECOGNISED("A rule that this version does not know: it was written by a newer one.",
            "本版本不认识的规则：由更新的版本写入。");

    private final String meaning;
    private final String chinese;

    Reason(String meaning, String chinese) {
        this.meaning = meaning;
        this.chinese = chinese;
    }

    /** The rule in one sentence, for people. */
    public String meaning() {
        return meaning;
    }

    /** The same sentence in Chinese. */
    public String chinese() {
        return chinese;
    }
}
