// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.message;

import dev.reprise.schemas.decision.Reason;

/** What each reason means, as a sentence. */
public final class Meaning {
    private Meaning() {}

    /** The sentence in a language. */
    public static String of(Reason reason, Language language) {
        return language.choose(reason.meaning(), chinese(reason));
    }

    /** Without default: a reason without words of its own does not compile. */
    private static String chinese(Reason reason) {
        return switch (reason) {
            case FINAL_FAILURE -> "失败已成定局，作业可以重复执行，且没有更新的消息。";
            case NATIVE_RETRY_LOST -> "调度器自身的重试没有按时到来。";
            case MANUAL -> "有人请求重跑。";
            case APPROVED -> "有人批准了重跑。";
            case UPSTREAM_RECOVERED -> "它读取的数据现在已就绪。";
            case UPSTREAM_REWRITTEN -> "它读过的数据被重新写过。";
            case NEVER_STARTED -> "作业从未开始，没有产生影响，无论结论如何都可以运行。";
            case SETTLING -> "短暂等待，真相可能还会到来：迟到的成功、重复消息、重试。";
            case BACKING_OFF -> "同一回合中两次重跑之间的等待。";
            case BARRIER_PENDING -> "行动之前先读完日志中已有的一切。";
            case NATIVE_RETRY_EXPECTED -> "调度器会自行重试；Reprise 不与它抢跑。";
            case HEARTBEAT_LOST_RECONCILE -> "没有按时收到心跳：先向调度器核实再行动。";
            case OTHER_RUN_ACTIVE -> "同一实例的另一次运行仍在进行。";
            case RESEND_SAME_KEY -> "调用结果未知；目标会去重，因此用同一个键再发一次。";
            case REDELIVERED -> "调用尚未开始；命令重新投递。";
            case ADMISSION_PENDING -> "正在询问作业所属的组是否可以发出重跑。";
            case STORM_HELD -> "许多失败出于同一原因：熔断器断开，重跑被暂扣。";
            case STORM_RELEASED -> "熔断器放行了重跑。";
            case RETRY_BUDGET_HELD -> "该组本小时的重跑额度已用完：重跑被暂扣。";
            case SLOT_HELD -> "该组允许同时进行的重跑已满。";
            case PAUSED -> "有人在此暂停了重跑。";
            case FROZEN -> "有人在此冻结了所有重跑。";
            case BLACKOUT -> "一天中的这个时段不发出重跑。";
            case UPSTREAM_AWAITED -> "它读取的数据缺失：等到就绪为止。";
            case DUPLICATE -> "同一失败此前已经上报。";
            case DUPLICATE_SUCCESS -> "同一成功此前已经上报。";
            case DUPLICATE_REQUEST -> "同一请求此前已经提出。";
            case ALREADY_SUCCEEDED -> "该实例已经成功；后来的失败上报不会推翻它。";
            case SUCCEEDED_BEFORE_RERUN -> "仅在考虑重跑时，成功就已到来。";
            case SUCCESS_NOT_PROVEN -> "成功消息来自旁观者，不能压过同一次尝试的失败。";
            case STALE_ATTEMPT -> "同一次运行已有更新的尝试开始。";
            case STALE_OR_ALIAS -> "上报所指的运行不属于最新代次。";
            case STILL_RUNNING -> "存活信号否定了所报的失败。";
            case NATIVE_RETRY_STARTED -> "调度器自身的重试已经开始。";
            case EXTERNAL_RUN_STARTED -> "一次并非 Reprise 请求的运行已开始并接管。";
            case NOT_A_FAILURE -> "调度器有意跳过了它。";
            case UPSTREAM_FAILED -> "它因前置失败而失败；应在那里修复。";
            case KILLED_BY_USER -> "有人有意停止了它。";
            case CLEARED_BY_USER -> "有人在调度器自己的界面中重置了它。";
            case SLOT_CLOSED -> "该实例此前已放弃；后续上报不改变什么。";
            case RERUN_ALREADY_OPEN -> "该实例已有重跑或其他运行在进行。";
            case STALE_REQUEST -> "请求太旧，已不予受理。";
            case STALE_APPROVAL -> "批准或驳回所指的提议已不再有效。";
            case FOUR_EYES -> "请求重跑的人不能自己批准。";
            case ADOPTED_EXISTING -> "目标已有以我们的标识启动的运行：先前的调用已生效。";
            case IN_DOUBT_RESOLVED -> "存疑之事已由后来的事件澄清。";
            case UNSOLICITED_RESULT -> "收到派发结果，但没有进行中的重跑。";
            case ALERT_ALREADY_OPEN -> "本代次已发出过同样的告警。";
            case DEADLINE_NOT_REACHED -> "截止时间尚未到。";
            case STALE_DEADLINE -> "截止时间早已过去，不再是新消息。";
            case NON_IDEMPOTENT -> "作业不是幂等的：重复执行可能损坏数据。";
            case AWAITING_APPROVAL -> "没有人说过该作业能否重复执行：必须由人批准。";
            case IDEMPOTENCY_UNKNOWN -> "没有人说过该作业能否重复执行，策略也不提议重跑。";
            case RECONCILE_UNANSWERED -> "没有存活信号，调度器也没有应答。";
            case RERUN_DISABLED -> "策略规定该作业从不重跑。";
            case BUDGET_EXHAUSTED -> "本回合的重跑次数已用完。";
            case CLASS_BUDGET_EXHAUSTED -> "本回合中该类失败的重跑次数已用完。";
            case ALREADY_ANSWERED -> "回应此失败的重跑此前已决定；一次失败只有一次重跑。";
            case FAILURE_PERMANENT -> "再跑也会同样失败：这类错误不是重跑能修复的。";
            case VERDICT_CONTRADICTION -> "负责人声明可以重复执行，但对其定义的分析得出相反结论。";
            case STALE_FAILURE -> "失败太旧，已不宜重跑。";
            case NO_TARGET -> "作业没有目标：Reprise 不知道如何运行它。";
            case APPROVAL_EXPIRED -> "没有人按时批准。";
            case REJECTED -> "有人驳回了重跑。";
            case COMMITTED_BUT_FAILED -> "该次尝试在输出提交之后才报失败：重跑会使数据翻倍。";
            case UNKNOWN_STATE -> "调度器上报了无人认识的状态。";
            case UNKNOWN_JOB -> "注册表中没有该作业：没有策略就不会重跑。";
            case KILLED_BY_UNKNOWN -> "它被停止了，但不知是谁所为。";
            case LATE_SUCCESS_AFTER_KILL -> "它被终止过，却成功了。";
            case LATE_SUCCESS_RERUN_REDUNDANT -> "重跑发出之后旧运行成功了：可能有两次运行写入。";
            case LATE_SUCCESS_OLD_ATTEMPT -> "已知有更新的尝试时，旧的尝试成功了。";
            case SECOND_SUCCESS -> "同一实例的第二次运行成功了：输出可能翻倍。";
            case CONCURRENT_EXTERNAL_RUN -> "一次并非 Reprise 请求的运行与同一实例的另一次运行并行。";
            case EXTERNAL_RERUN_AFTER_SUCCESS -> "实例成功之后又有人启动了它。";
            case ZOMBIE_ATTEMPT_ACTIVE -> "旧的尝试在更新的尝试之外启动或仍然存活。";
            case START_STORM -> "该实例一次又一次地启动。";
            case DEADLINE_MISSED -> "分区未能在截止时间前就绪。";
            case DEADLINE_AT_RISK -> "现在开始的重跑预计无法在截止时间前结束。";
            case STORM_BREAKER -> "失败数超过该组允许的数量：熔断器断开，重跑被暂扣。";
            case DOWNSTREAM_STALE -> "它成功时所用的数据此后被重新写过。";
            case WATCHDOG -> "告警链路正常：此告警始终触发，收不到它才是故障。";
            case IN_DOUBT -> "不知道目标是否接受了重跑，再次请求可能会启动两次。";
            case RERUN_EXPIRED -> "命令未能在时限内发出。";
            case RERUN_UNCONFIRMED -> "目标接受了重跑，但没有看到任何迹象。";
            case FORGOTTEN -> "很久没有它的消息，不再记忆。";
            case RERUN_UNANSWERED -> "重跑已下达且时限已过，没有执行器说明其结果。";
            case TARGET_CONFLICT -> "目标拒绝：位置被别的运行占用。";
            case TARGET_REJECTED -> "目标拒绝了重跑。";
            case RERUN_CANCELLED -> "重跑在发出之前被撤回。";
            case RECOVERED -> "实例恢复健康。";
            case STORM_OVER -> "熔断器已闭合。";
            case PERMIT_GRANTED -> "闸门放行此运行：同一代次没有其他运行通过。";
            case PERMIT_SUPERSEDED -> "该实例已有更新的代次开始或被决定：提出请求的运行来得太晚。";
            case PERMIT_DUPLICATE_RUN -> "同一代次的另一次运行此前已被放行。";
            case PERMIT_ALREADY_SUCCEEDED -> "该实例已经成功，此后没有决定过重跑。";
            case PERMIT_COMMITTED_ALREADY -> "同一代次的另一次运行此前已获准发布。";
            case PERMIT_RUN_ENDED -> "提出请求的尝试已被上报为结束。";
            case PERMIT_RERUN_UNKNOWN -> "该运行声称执行的重跑在此不存在。";
            case PERMIT_EXPIRED -> "请求太久之前提出，已无人等待答复。";
            case CLOSED_BY_PERSON -> "有人了结了此事。";
            case MALFORMED_TO_DLQ -> "记录无法使用，已存入死信。";
            case UNRECOGNISED -> "本版本不认识的规则：由更新的版本写入。";
        };
    }
}
