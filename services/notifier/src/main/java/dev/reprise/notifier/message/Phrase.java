// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.message;

import java.util.Locale;

import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;

/** Kinds of alerts in the words of a subject line and of a sentence. A kind without words of its own shows its code. */
public final class Phrase {
    private Phrase() {}

    /** What is the matter, in a few words. */
    public static String subject(Reason kind, Language language) {
        return switch (kind) {
            case NON_IDEMPOTENT -> language.choose("not rerun: not idempotent", "未重跑：作业非幂等");
            case AWAITING_APPROVAL -> language.choose("rerun awaits approval", "重跑待审批");
            case RERUN_DISABLED -> language.choose("not rerun: disabled by policy", "未重跑：策略禁止");
            case BUDGET_EXHAUSTED -> language.choose("reruns spent", "重跑次数已用尽");
            case CLASS_BUDGET_EXHAUSTED ->
                language.choose("reruns of this class of failure spent", "此类失败的重跑次数已用尽");
            case FAILURE_PERMANENT -> language.choose("not rerun: the error is permanent", "未重跑：错误无法靠重跑修复");
            case VERDICT_CONTRADICTION ->
                language.choose("not rerun: the definition contradicts its owner", "未重跑：作业定义与负责人声明矛盾");
            case STALE_FAILURE -> language.choose("not rerun: failure too old", "未重跑：失败已过时");
            case NO_TARGET -> language.choose("not rerun: no target", "未重跑：没有目标系统");
            case UNKNOWN_JOB -> language.choose("not rerun: job not registered", "未重跑：作业未登记");
            case IDEMPOTENCY_UNKNOWN -> language.choose("not rerun: idempotency unknown", "未重跑：幂等性未知");
            case APPROVAL_EXPIRED -> language.choose("not rerun: nobody approved in time", "未重跑：审批超时");
            case REJECTED -> language.choose("rerun rejected", "重跑被驳回");
            case COMMITTED_BUT_FAILED ->
                language.choose("failed after its output was committed", "输出已提交后失败");
            case IN_DOUBT -> language.choose("rerun in doubt", "重跑结果不明");
            case DEADLINE_MISSED -> language.choose("deadline missed", "错过截止时间");
            case DEADLINE_AT_RISK -> language.choose("deadline at risk", "可能错过截止时间");
            case STORM_BREAKER -> language.choose("many failures: reruns held", "大量失败：重跑已暂停");
            case SECOND_SUCCESS, LATE_SUCCESS_RERUN_REDUNDANT ->
                language.choose("output may be doubled", "输出可能重复");
            case PERMIT_SUPERSEDED, PERMIT_COMMITTED_ALREADY ->
                language.choose("a second run was not let publish", "第二个运行未获准发布");
            case PERMIT_DUPLICATE_RUN -> language.choose("a second run was not let start", "第二个运行未获准启动");
            case PERMIT_RERUN_UNKNOWN -> language.choose("a run names an unknown rerun", "运行引用了未知的重跑");
            case WATCHDOG -> language.choose("the alert path works", "告警链路正常");
            default -> kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        };
    }

    /** What Reprise did about it. */
    public static String action(Reason kind, Language language) {
        return switch (kind) {
            case AWAITING_APPROVAL -> language.choose("Reprise holds the rerun back until a person approves it.",
                    "Reprise 暂缓重跑，等待人工审批。");
            case BUDGET_EXHAUSTED, CLASS_BUDGET_EXHAUSTED -> language.choose(
                    "Reprise has rerun the job as often as its policy allows, and has stopped.",
                    "Reprise 已按策略允许的次数重跑，不再继续。");
            case IN_DOUBT, RERUN_UNCONFIRMED -> language.choose(
                    "Reprise has asked for a rerun once and does not ask a second time.", "Reprise 已请求一次重跑，不会再次请求。");
            case RERUN_EXPIRED, RERUN_CANCELLED, TARGET_CONFLICT, TARGET_REJECTED -> language.choose(
                    "Reprise decided to rerun the job, but no rerun was started.", "Reprise 决定重跑，但没有启动重跑。");
            case PERMIT_SUPERSEDED, PERMIT_COMMITTED_ALREADY, PERMIT_DUPLICATE_RUN, PERMIT_RERUN_UNKNOWN ->
                language.choose("Reprise has refused that run its permit; nothing of it was published.",
                        "Reprise 拒绝了该运行的许可，其结果未发布。");
            case STORM_BREAKER -> language.choose("Reprise holds the reruns of this group until the cause is gone.",
                    "在原因消除之前，Reprise 暂停该组的重跑。");
            case NON_IDEMPOTENT, RERUN_DISABLED, STALE_FAILURE, NO_TARGET, UNKNOWN_JOB, APPROVAL_EXPIRED, REJECTED,
                    COMMITTED_BUT_FAILED, UNKNOWN_STATE, KILLED_BY_UNKNOWN, FAILURE_PERMANENT,
                    VERDICT_CONTRADICTION, IDEMPOTENCY_UNKNOWN ->
                language.choose("Reprise has not rerun the job.", "Reprise 没有重跑该作业。");
            case WATCHDOG ->
                language.choose("Reprise tells you this always: when it stops coming, alerts do not get through.",
                        "Reprise 始终发送此告警：收不到它，说明告警无法送达。");
            default -> language.choose(
                    "Reprise has started nothing because of this; it tells you so that you can look.",
                    "Reprise 没有因此启动任何操作，仅通知您查看。");
        };
    }

    /** A severity as a word. */
    static String severity(Severity severity, Language language) {
        return switch (severity) {
            case CRITICAL -> language.choose("CRITICAL", "严重");
            case WARNING -> language.choose("WARNING", "警告");
            case INFO -> language.choose("INFO", "提示");
        };
    }
}
