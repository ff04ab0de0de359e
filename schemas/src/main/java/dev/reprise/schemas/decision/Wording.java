// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.decision;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/**
 * How a {@link Statement} is said, in English and in Chinese: the one catalogue that the coordinator, the notifier and the
 * pages read. A place stands in braces; what stands in brackets is left out where a value in it is missing. A closed list; a
 * reader that meets an unknown code reads {@link #UNRECOGNISED}.
 */
public enum Wording {
    // What a reason means, and what a rule rests on.
    REASON("{reason:meaning}", "{reason:meaning}"), ABOUT_RUN("About run {run}[, attempt {attempt}].",
            "关于运行 {run}[ 的第 {attempt} 次尝试]。"), RUN("Run {run}[, attempt {attempt}][ ({error})].",
                    "运行 {run}[ 的第 {attempt} 次尝试][（{error}）]。"), RUN_FAILED(
                            "Run {run}[, attempt {attempt}] failed[ ({error})].",
                            "运行 {run} [的第 {attempt} 次尝试]失败[（{error}）]。"), TAKEN_FOR(
                                    "It was taken for a failure of class {class}[, by rule {rule}].",
                                    "它被归入 {class} 类失败[，依据规则 {rule}]。"), BY_POLICY("By policy {policy}.",
                                            "依据策略 {policy}。"), TOLD_BEFORE(
                                                    "This was told before as {kind}, and that alert still stands.",
                                                    "此事已作为 {kind} 告知过，该告警仍未了结。"), OPEN_UNTIL("Open until {until}.",
                                                            "有效期至 {until}。"), END(".", "。"), LINE("\n", "\n"),

    // Reruns.
    RERUN("Rerun {rerun}[ answers run {run}][, attempt {attempt}][ ({error})].",
            "重跑 {rerun}[ 回应运行 {run}][ 的第 {attempt} 次尝试][（{error}）]。"), RERUN_COUNT(
                    "It is rerun {number} of at most {most} in this episode, by policy {policy}.",
                    "这是本回合的第 {number} 次重跑，至多 {most} 次，依据策略 {policy}。"), CHANGES("It changes {parameter} to {value}",
                            "它改变参数：{parameter} 改为 {value}"), CHANGES_TOO(", {parameter} to {value}",
                                    "，{parameter} 改为 {value}"), ALLOWED_BY("Allowed by {actor}: {words}.",
                                            "由 {actor} 批准：{words}。"), SENT_BY("It must be sent by {until}.",
                                                    "须在 {until} 之前发出。"), SHADOW(
                                                            "Shadow mode: rerun {rerun} would have been sent and was not[; it would have answered run {run}][, attempt"
                                                                    + " {attempt}][ ({error})].",
                                                            "影子模式：本应发出重跑 {rerun}，但没有发出[；它本应回应运行 {run}][ 的第 {attempt} 次尝试][（{error}）]。"), WOULD_CHANGE(
                                                                    "It would have changed {parameter} to {value}",
                                                                    "它本应改变参数：{parameter} 改为 {value}"), SET_LIVE(
                                                                            "For the job to be rerun, set mode: live; that is policy {policy} now.",
                                                                            "要让作业真正重跑，请设置 mode: live；当前策略为 {policy}。"), TAKEN_BACK(
                                                                                    "Rerun {rerun} is taken back, if it has not been sent yet: {reason:clause}.",
                                                                                    "重跑 {rerun} 若尚未发出则撤回：{reason:clause}。"), OVER(
                                                                                            "Over is {what}[, told at {at}]: {reason:clause}.",
                                                                                            "{what} 已结束[，它告知于 {at}]：{reason:clause}。"),

    // Gates.
    MAY_START("Run {run}[, attempt {attempt}] may start as generation {generation}, with token {token}.",
            "运行 {run} [的第 {attempt} 次尝试]可以启动，代次为 {generation}，令牌为 {token}。"), MAY_PUBLISH(
                    "Run {run}[, attempt {attempt}] may publish as generation {generation}, with token {token}.",
                    "运行 {run} [的第 {attempt} 次尝试]可以发布，代次为 {generation}，令牌为 {token}。"), MAY_NOT_START(
                            "Run {run}[, attempt {attempt}] may not start.",
                            "运行 {run} [的第 {attempt} 次尝试]不得启动。"), MAY_NOT_PUBLISH(
                                    "Run {run}[, attempt {attempt}] may not publish.",
                                    "运行 {run} [的第 {attempt} 次尝试]不得发布。"), PERMIT_IS_WITH(
                                            "The permit of generation {generation} is with run {run}[, attempt {attempt}].",
                                            "代次 {generation} 的许可归运行 {run} [的第 {attempt} 次尝试]所有。"),

    // The numbers that a rule rested on.
    USED("Used: {used} of {most}.", "已用 {used} 次，至多 {most} 次。"), USED_FOR("Used for {class}: {used} of {most}.",
            "{class} 类失败已用 {used} 次，至多 {most} 次。"),
    // The words of the finding are the analyser's; they stand beside this, with the line, where findings are shown.
    LINE_DECIDES("{place} decides, by {rule}: {words}.", "起决定作用的是 {place}，依据 {rule}。"), MOST_AGE(
            "It may be {length} old at most.",
            "失败至多可以早于现在 {length}。"), READY_BY("It must be ready by {time} {zone}[, that is {at}].",
                    "它必须在 {zone} 的 {time} 之前就绪[，即 {at}]。"), USUALLY_TAKES("It usually takes {length}.",
                            "它通常耗时 {length}。"), TOO_MANY(
                                    "More than {failures} within {window}; {instance} was the one too many.",
                                    "{window} 内失败超过 {failures} 次；压垮它的是 {instance}。"), WRITTEN_ANEW(
                                            "Written anew: {source}.",
                                            "被重新写过的是：{source}。"), STARTS("More than {starts} starts within {window}.",
                                                    "{window} 内启动超过 {starts} 次。"), WAITED_FOR(
                                                            "It was waited for {length} and longer.",
                                                            "已等待 {length} 以上。"),

    // Waits.
    LAST_LOOK("Last look: whatever is in the log already is read first, and the rerun is decided at once after it.",
            "最后核实：先读完日志中已有的一切，随即决定重跑。"), AWAITS("It waits for {input}", "它在等待 {input}"), AWAITS_TOO(", {input}",
                    "、{input}"), THERE_NOW(" (there now)", "（已就绪）"), AWAITS_INPUT("It waits for what it reads",
                            "它在等待所读取的数据"), RERUN_THEN(
                                    "It is rerun once that has succeeded[; a person is told if it has not by {until}].",
                                    "那里成功之后即重跑[；若到 {until} 仍未成功，则告知人员]。"), PAUSED(
                                            "Paused is {scope}, by {actor} since {from}[ until {until}]: {words}.",
                                            "已暂停 {scope}，操作人 {actor}，始于 {from}[，直到 {until}]：{words}。"), PAUSED_EVERYWHERE(
                                                    "Paused is everything, by {actor} since {from}[ until {until}]: {words}.",
                                                    "已全部暂停，操作人 {actor}，始于 {from}[，直到 {until}]：{words}。"), PAUSED_BY_A_PERSON(
                                                            "Paused by a person.", "已由人员暂停。"), FROZEN(
                                                                    "Frozen is {scope}, by {actor} since {from}[ until {until}]: {words}.",
                                                                    "已冻结 {scope}，操作人 {actor}，始于 {from}[，直到 {until}]：{words}。"), FROZEN_EVERYWHERE(
                                                                            "Frozen is everything, by {actor} since {from}[ until {until}]: {words}.",
                                                                            "已全部冻结，操作人 {actor}，始于 {from}[，直到 {until}]：{words}。"), FROZEN_BY_A_PERSON(
                                                                                    "Frozen by a person.",
                                                                                    "已由人员冻结。"), REQUEST_PASSES(
                                                                                            "A person's own request passes a pause.",
                                                                                            "人工请求不受暂停限制。"), TOLD_IF_HELD(
                                                                                                    "If nothing lets it go by {until}, a person is told.",
                                                                                                    "若到 {until} 仍未放行，则告知人员。"), BLACKOUT(
                                                                                                            "No rerun is sent in this window of the day[, which ends at {until}].",
                                                                                                            "一天中的这个时段不发出重跑[，它结束于 {until}]。"), GROUP_ASKED(
                                                                                                                    "Group {group} is asked; it answers within seconds.",
                                                                                                                    "正在询问组 {group}；几秒内会有答复。"), BREAKER_OPEN(
                                                                                                                            "The breaker of group {group} is open: too many failures came at once, so that one cause is likely.",
                                                                                                                            "组 {group} 的熔断器已断开：同时出现的失败太多，很可能出于同一原因。"), BUDGET_USED(
                                                                                                                                    "Group {group} has used the reruns that its retry budget grants; this one goes when there is budget again.",
                                                                                                                                    "组 {group} 已用完其重跑额度；有额度后即放行。"), PLACES_TAKEN(
                                                                                                                                            "Group {group} runs as many reruns at once as it may; this one goes when a place is free.",
                                                                                                                                            "组 {group} 同时进行的重跑已满；有空位后即放行。"), ALIVE(
                                                                                                                                                    "Alive are: run {run}[, attempt {attempt}]",
                                                                                                                                                    "仍在进行的有：运行 {run}[ 的第 {attempt} 次尝试]"), ALIVE_TOO(
                                                                                                                                                            "; run {run}[, attempt {attempt}]",
                                                                                                                                                            "；运行 {run}[ 的第 {attempt} 次尝试]"), UNTIL_IT_ENDS(
                                                                                                                                                                    "Waiting for how that ends.",
                                                                                                                                                                    "等待其结束。"), OWN_RETRY(
                                                                                                                                                                            "Its scheduler starts the next try by itself[, by {until} at the latest].",
                                                                                                                                                                            "调度器会自行启动下一次尝试[，最迟在 {until}]。"), SCHEDULER_ASKED(
                                                                                                                                                                                    "Its scheduler is asked how the run stands[; a person is told if no answer came by {until}].",
                                                                                                                                                                                    "正在向调度器核实运行的状态[；若到 {until} 仍无答复，则告知人员]。"), SAME_KEY(
                                                                                                                                                                                            "The target has not answered; it is asked again under the same key[ at {until}].",
                                                                                                                                                                                            "目标没有应答；将[在 {until} ]以同一个键再次请求。"), LOOKS_AGAIN(
                                                                                                                                                                                                    "Looking again at {until}, or as soon as there is news.",
                                                                                                                                                                                                    "将在 {until} 再次查看，有新消息则立即查看。"), AWAITS_NEWS(
                                                                                                                                                                                                            "Waiting for news.",
                                                                                                                                                                                                            "等待新的消息。"),

    // What the reader can do.
    ADVICE_APPROVE("Approve it with: reprise approve {place} --reason WHY, or turn it down with: reprise reject {place}"
            + " --reason WHY.",
            "批准请执行：reprise approve {place} --reason WHY；驳回请执行：reprise reject {place} --reason WHY。"), ADVICE_LOOK_FIRST(
                    "Look at what the failed run has left. When it is safe to repeat: reprise rerun {place}"
                            + " --accept-not-idempotent --reason WHY. Why it may not be repeated: reprise jobs explain {job}.",
                    "请先检查失败的运行留下了什么。确认可以重复执行后：reprise rerun {place} --accept-not-idempotent --reason WHY。"
                            + "为何不得重复执行：reprise jobs explain {job}。"), ADVICE_CORRECT(
                                    "Correct the declaration or the job. Which line decides: reprise jobs explain {job}.",
                                    "请更正声明或修改作业。哪一行起决定作用：reprise jobs explain {job}。"), ADVICE_REGISTER(
                                            "Register the job with: reprise jobs apply FILE.",
                                            "登记该作业请执行：reprise jobs apply FILE。"), ADVICE_TARGET(
                                                    "Give the job a target in its registry file, or rerun it at its scheduler.",
                                                    "请在登记文件中为作业指定目标，或在其调度器上重跑。"), ADVICE_LOOK_AT_TARGET(
                                                            "Look at the target for run {rerun}. If it is not there: reprise rerun {place} --reason WHY.",
                                                            "请到目标系统查找运行 {rerun}。若不存在：reprise rerun {place} --reason WHY。"), ADVICE_LOOK_AT_TARGET_FOR_ANY(
                                                                    "Look at the target for run of this instance. If it is not there: reprise rerun {place}"
                                                                            + " --reason WHY.",
                                                                    "请到目标系统查找该实例的运行。若不存在：reprise rerun {place} --reason WHY。"), ADVICE_SAME_NAME(
                                                                            "Find out what its scheduler started under the same name: reprise instances explain {place}. If it"
                                                                                    + " still has to run: reprise rerun {place} --reason WHY.",
                                                                            "请查明调度器以同一名称启动了什么：reprise instances explain {place}。若仍需运行：reprise rerun {place} --reason"
                                                                                    + " WHY。"), ADVICE_MEND(
                                                                                            "Mend what the error names: it comes back each time until then. Then: reprise rerun {place} --reason WHY.",
                                                                                            "请修复错误所指的问题，否则它每次都会再现。然后：reprise rerun {place} --reason WHY。"), ADVICE_FIND_WHY(
                                                                                                    "Find why it fails each time: reprise instances explain {place}. When that is mended: reprise rerun"
                                                                                                            + " {place} --reason WHY.",
                                                                                                    "请查明它为何每次都失败：reprise instances explain {place}。修复之后：reprise rerun {place} --reason WHY。"), ADVICE_STORM(
                                                                                                            "Mend the common cause. What is held then goes by itself after probes, or at once with: reprise storms"
                                                                                                                    + " release {group} --reason WHY.",
                                                                                                            "请修复共同的原因。暂扣的重跑随后经试探自动放行；要立即放行：reprise storms release {group} --reason WHY。"), ADVICE_TELL_NOW(
                                                                                                                    "Tell those who wait for it now. What holds it: reprise instances explain {place}. To run it without"
                                                                                                                            + " waiting: reprise rerun {place} --reason WHY.",
                                                                                                                    "请立即通知等待该数据的人。是什么使它停留：reprise instances explain {place}。不等待直接运行：reprise rerun {place}"
                                                                                                                            + " --reason WHY。"), ADVICE_TELL(
                                                                                                                                    "Tell those who wait for it. What holds it: reprise instances explain {place}.",
                                                                                                                                    "请通知等待该数据的人。是什么使它停留：reprise instances explain {place}。"), ADVICE_STALE(
                                                                                                                                            "If the difference matters: reprise rerun {place} --force --reason WHY. To have it rerun by itself next"
                                                                                                                                                    + " time, set on-rewrite: rerun.",
                                                                                                                                            "若差异有影响：reprise rerun {place} --force --reason WHY。若要下次自动重跑，请设置 on-rewrite: rerun。"), ADVICE_DOUBLED(
                                                                                                                                                    "Check the output for doubled rows before others read it. Which runs have written: reprise instances"
                                                                                                                                                            + " explain {place}.",
                                                                                                                                                    "请在他人读取之前检查输出是否有重复行。哪些运行写过：reprise instances explain {place}。"), ADVICE_WHOLE(
                                                                                                                                                            "Check the output. If it is not whole: reprise rerun {place} --force --reason WHY.",
                                                                                                                                                            "请检查输出。若不完整：reprise rerun {place} --force --reason WHY。"), ADVICE_STOP_ONE(
                                                                                                                                                                    "Stop one of the two at its scheduler if the job must not run beside itself. Which they are: reprise"
                                                                                                                                                                            + " instances explain {place}.",
                                                                                                                                                                    "若作业不得并行，请在调度器上停掉其中一个。它们是哪两个：reprise instances explain {place}。"), ADVICE_MEANT(
                                                                                                                                                                            "Nothing, if it was meant. Which run it is: reprise instances explain {place}.",
                                                                                                                                                                            "若是有意为之，则无需处理。是哪次运行：reprise instances explain {place}。"), ADVICE_PAUSE(
                                                                                                                                                                                    "Find what starts it; no rerun is added meanwhile with: reprise pause {job} --reason WHY.",
                                                                                                                                                                                    "请查明是什么在启动它；期间若不想再添重跑：reprise pause {job} --reason WHY。"), ADVICE_LOOK_AT_SCHEDULER(
                                                                                                                                                                                            "Look at its scheduler. If the run is gone: reprise rerun {place} --reason WHY.",
                                                                                                                                                                                            "请到其调度器查看。若运行已不存在：reprise rerun {place} --reason WHY。"), ADVICE_IF_IT_MATTERS(
                                                                                                                                                                                                    "If it still matters: reprise rerun {place} --reason WHY.",
                                                                                                                                                                                                    "若仍有必要：reprise rerun {place} --reason WHY。"), ADVICE_SECOND_RUN(
                                                                                                                                                                                                            "Nothing was published twice. Find who started the second run: reprise instances explain {place}.",
                                                                                                                                                                                                            "没有任何内容被发布两次。请查明是谁启动了第二次运行：reprise instances explain {place}。"), ADVICE_LOST_STATE(
                                                                                                                                                                                                                    "Was a coordinator's state lost, or REPRISE_RERUN_ID set by hand? See: reprise instances explain"
                                                                                                                                                                                                                            + " {place}. To have it run: reprise rerun {place} --reason WHY.",
                                                                                                                                                                                                                    "是协调器的状态丢失了，还是有人手工设置了 REPRISE_RERUN_ID？请看：reprise instances explain {place}。要让它运行："
                                                                                                                                                                                                                            + "reprise rerun {place} --reason WHY。"), ADVICE_PLACE_TAKEN(
                                                                                                                                                                                                                                    "Look at the target what holds the place. Then: reprise rerun {place} --reason WHY.",
                                                                                                                                                                                                                                    "请到目标系统查看是什么占用了位置。然后：reprise rerun {place} --reason WHY。"), ADVICE_ANSWER(
                                                                                                                                                                                                                                            "Mend what the target's answer names. Then: reprise rerun {place} --reason WHY.",
                                                                                                                                                                                                                                            "请修复目标答复所指的问题。然后：reprise rerun {place} --reason WHY。"), ADVICE_FIND_OUT(
                                                                                                                                                                                                                                                    "Find out at its scheduler what happened. Then: reprise rerun {place} --reason WHY, or rerun it there.",
                                                                                                                                                                                                                                                    "请到其调度器查明发生了什么。然后：reprise rerun {place} --reason WHY，或在那里重跑。"), ADVICE_BY_ITS_OWNER(
                                                                                                                                                                                                                                                            "Its owner wants no rerun by Reprise: run it where it belongs, after looking.",
                                                                                                                                                                                                                                                            "负责人不希望由 Reprise 重跑：请查看之后在它所属的地方运行。"), ADVICE_STORY(
                                                                                                                                                                                                                                                                    "See the whole story with: reprise instances explain {place}.",
                                                                                                                                                                                                                                                                    "查看完整经过：reprise instances explain {place}。"),

    // What became of a message to a receiver.
    TRY_UNDER_WAY("a try is under way", "正在尝试发送"), TOLD_THIS("this revision was told", "此修订已告知"), GAVE_THIS_UP(
            "this revision was given up", "此修订已放弃"), NEWER_DEALT_WITH("a newer revision was dealt with",
                    "更新的修订已处理"), OVER_BEFORE_TOLD("it is over before it could be told", "尚未来得及告知就已结束"), WANTS_NO_MORE(
                            "the receiver wants no more of this alert",
                            "接收方不再需要此告警"), LANE_FULL("too many alerts wait for this receiver",
                                    "等待发往此接收方的告警太多"), GIVEN_UP("given up: {error}", "已放弃：{error}"), GIVEN_UP_UNTRIED(
                                            "given up: no try came to an end", "已放弃：没有一次尝试有结果"),

    // The watchdog.
    ALWAYS_FIRES("Nothing is wrong. This alert fires always and is told again and again: when it stops coming, the way"
            + " from an alert to this receiver is broken, and with it every other alert.",
            "一切正常。此告警始终触发并反复告知：一旦收不到它，就说明告警到此接收方的通路已断，其他告警也无法送达。"),

    /** A wording that this version does not know: it was written by a newer one. Never stated, only read. */
    @JsonEnumDefaultValue
    UNRECOGNISED("?", "?");

    private final Template english;
    private final Template chinese;

    Wording(String english, String chinese) {
        this.english = Template.of(english);
        this.chinese = Template.of(chinese);
    }

    Template english() {
        return english;
    }

    Template chinese() {
        return chinese;
    }

    /** The Chinese wording as it is written, with its places: for a reader that fills it elsewhere, such as a page. */
    public String chineseText() {
        return chinese.text();
    }
}
