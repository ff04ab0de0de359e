// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.message;

import java.util.Locale;

import dev.reprise.schemas.decision.Reason;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.notification.PageChange;

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
            case RECONCILE_UNANSWERED -> language.choose("silent, and its scheduler does not answer", "无心跳且调度器无应答");
            case UNKNOWN_STATE -> language.choose("in a state that nobody knows", "状态未知");
            case KILLED_BY_UNKNOWN -> language.choose("stopped, nobody knows by whom", "被终止，原因不明");
            case LATE_SUCCESS_AFTER_KILL -> language.choose("succeeded after it was stopped", "被终止后仍然成功");
            case LATE_SUCCESS_OLD_ATTEMPT -> language.choose("succeeded by an old attempt", "由旧的尝试完成");
            case CONCURRENT_EXTERNAL_RUN -> language.choose("runs twice at once", "两个运行同时进行");
            case EXTERNAL_RERUN_AFTER_SUCCESS -> language.choose("started again after it had succeeded", "成功后又被启动");
            case ZOMBIE_ATTEMPT_ACTIVE -> language.choose("an old attempt lives beside a newer one", "旧的尝试仍在运行");
            case START_STORM -> language.choose("starts again and again", "反复启动");
            case DOWNSTREAM_STALE -> language.choose("rests on data that was written anew", "所依据的数据已被重写");
            case ALREADY_ANSWERED -> language.choose("failed again, answered before", "再次失败，此前已处理");
            case RERUN_EXPIRED -> language.choose("rerun not sent in time", "重跑未能及时发出");
            case RERUN_UNCONFIRMED -> language.choose("rerun taken, no start seen", "重跑已受理但未见启动");
            case RERUN_UNANSWERED -> language.choose("rerun ordered, no runner answers", "重跑已下达但无执行器应答");
            case RERUN_CANCELLED -> language.choose("rerun taken back", "重跑已撤回");
            case TARGET_CONFLICT -> language.choose("rerun refused: the place is taken", "重跑被拒绝：位置已被占用");
            case TARGET_REJECTED -> language.choose("rerun refused by the target", "重跑被目标系统拒绝");
            // No decision opens an alert of another kind; one that a newer version opens is told by what it means.
            default -> language.choose(kind.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    language.meaning(kind));
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
            case IN_DOUBT, RERUN_UNCONFIRMED, RERUN_UNANSWERED -> language.choose(
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

    /** What the reader can do, in a sentence; the commands stand beside it. */
    public static String advice(Reason kind, Language language) {
        return switch (kind) {
            case AWAITING_APPROVAL -> language.choose("Approve the rerun or turn it down.", "请批准或驳回该重跑。");
            case NON_IDEMPOTENT, IDEMPOTENCY_UNKNOWN -> language.choose(
                    "Look at what the failed run has left, then rerun it by hand if that is safe.",
                    "请检查失败的运行留下了什么；确认安全后再手动重跑。");
            case VERDICT_CONTRADICTION -> language.choose("Correct the declaration or the job.", "请更正声明或修改作业。");
            case UNKNOWN_JOB -> language.choose("Register the job.", "请登记该作业。");
            case NO_TARGET -> language.choose("Give the job a target in the registry.", "请在登记文件中为作业指定目标系统。");
            case FAILURE_PERMANENT, BUDGET_EXHAUSTED, CLASS_BUDGET_EXHAUSTED -> language.choose(
                    "Mend what the error names, then rerun it.", "请先修复错误所指的问题，再重跑。");
            case IN_DOUBT, RERUN_UNCONFIRMED, TARGET_CONFLICT, TARGET_REJECTED, PERMIT_RERUN_UNKNOWN -> language.choose(
                    "Look at the target whether the rerun is there.", "请到目标系统核实该重跑是否存在。");
            case RERUN_UNANSWERED -> language.choose(
                    "See that a runner is alive, then look at the target whether the rerun is there.",
                    "请确认执行器正常，再到目标系统核实该重跑是否存在。");
            case DEADLINE_MISSED, DEADLINE_AT_RISK ->
                language.choose("Tell those who wait for it.", "请通知等待该数据的人。");
            case STORM_BREAKER -> language.choose("Mend the common cause; what is held then goes by itself.",
                    "请修复共同的原因，暂扣的重跑随后会自动放行。");
            case SECOND_SUCCESS, LATE_SUCCESS_RERUN_REDUNDANT, LATE_SUCCESS_OLD_ATTEMPT, LATE_SUCCESS_AFTER_KILL,
                    COMMITTED_BUT_FAILED ->
                language.choose("Check the output for doubled rows before others read it.",
                        "请在他人读取之前检查输出是否重复。");
            case CONCURRENT_EXTERNAL_RUN, ZOMBIE_ATTEMPT_ACTIVE -> language.choose(
                    "Stop one of the two if the job must not run beside itself.", "若作业不能并行，请停止其中一个运行。");
            case WATCHDOG -> language.choose("Nothing, while it comes.", "只要按时收到，无需处理。");
            default -> language.choose("See the whole story, then decide.", "请查看完整经过后再决定。");
        };
    }

    /** A severity as a word. */
    public static String severity(Severity severity, Language language) {
        return switch (severity) {
            case CRITICAL -> language.choose("CRITICAL", "严重");
            case WARNING -> language.choose("WARNING", "警告");
            case INFO -> language.choose("INFO", "提示");
        };
    }

    /** What the reader learns of an alert, as a word. */
    public static String change(PageChange change, Language language) {
        return switch (change) {
            case NEW -> language.choose("NEW", "新增");
            case STILL -> language.choose("STILL", "持续");
            case RESOLVED -> language.choose("RESOLVED", "恢复");
        };
    }
}
