// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.group;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

import dev.reprise.notifier.subscription.EscalationStep;
import dev.reprise.notifier.subscription.Subscription;
import dev.reprise.schemas.decision.Severity;
import dev.reprise.schemas.id.AlertKey;
import dev.reprise.schemas.notification.Page;
import dev.reprise.schemas.notification.PageChange;
import dev.reprise.schemas.notification.PageItem;
import dev.reprise.schemas.notification.PageReason;
import dev.reprise.schemas.notification.Suppression;
import dev.reprise.schemas.notification.Told;

/**
 * One look at a group whose time has come: a page for each receiver that must hear something, and the next time to look.
 * Used once.
 */
final class Round {
    /** Longer than the notification log: until then, revisions of pages must go on where they were. */
    private static final Duration REMEMBERED = Duration.ofDays(31);
    private final GroupState state;
    private final Members rows;
    private final Optional<Subscription> subscription;
    private final Instant now;
    private final Map<AlertKey, Member> members = new LinkedHashMap<>();
    private final Map<String, Telling> tellings;
    /** Members whose rows are to be written. */
    private final Set<AlertKey> changed = new LinkedHashSet<>();
    private final List<Page> pages = new ArrayList<>();
    /** Whether what has changed is told now, or only what time itself brings. */
    private final boolean changes;
    private final Optional<Instant> quietUntil;
    private final Optional<Instant> firingSince;

    /** What holds a firing alert back; one that is not in it may be told. */
    private final Map<AlertKey, List<Suppression>> suppressed = new HashMap<>();

    Round(GroupState state, Members rows, Optional<Subscription> subscription, Hush hush, Instant now) {
        this.state = state;
        this.rows = rows;
        this.subscription = subscription;
        this.now = now;
        rows.all().forEach(member -> members.put(member.alertKey(), member));
        members.values().stream().filter(Member::firing).forEach(member -> {
            List<Suppression> found = hush.of(member, now);
            if (!found.isEmpty()) {
                suppressed.put(member.alertKey(), found);
            }
        });
        tellings = new TreeMap<>(state.tellings());
        changes = state.changedDue().filter(due -> due.isAfter(now)).isEmpty();
        quietUntil = subscription.flatMap(Subscription::quietHours).flatMap(quiet -> quiet.endAfter(now));
        firingSince = members.values().stream().anyMatch(Member::firing)
                ? state.firingSince().or(() -> Optional.of(now))
                : Optional.empty();
    }

    GroupStep run() {
        Map<String, PageReason> wanted = wanted();
        Set<String> all = new LinkedHashSet<>(wanted.keySet());
        tellings.forEach((receiver, telling) -> {
            if (telling.open()) {
                all.add(receiver);
            }
        });
        all.forEach(receiver -> tell(receiver, Optional.ofNullable(wanted.get(receiver))));
        List.copyOf(members.values()).forEach(this::noteQuiet);
        members.values().removeIf(member -> {
            boolean over = !member.firing() && member.told().isEmpty();
            if (over) {
                changed.remove(member.alertKey());
                rows.remove(member.alertKey());
            }
            return over;
        });
        // Once for each, however many receivers were told of it.
        changed.forEach(alertKey -> Optional.ofNullable(members.get(alertKey)).ifPresent(rows::put));
        boolean open = tellings.values().stream().anyMatch(Telling::open);
        boolean forgotten = state.toldAt().map(at -> !at.plus(REMEMBERED).isAfter(now)).orElse(true);
        if (members.isEmpty() && !open && pages.isEmpty() && forgotten) {
            return new GroupStep(Optional.empty(), pages);
        }
        Optional<Instant> changedDue = changes ? Optional.empty() : state.changedDue();
        Optional<Instant> toldAt = pages.isEmpty() ? state.toldAt() : Optional.of(now);
        Optional<Instant> wakeAt = members.isEmpty() && !open
                ? toldAt.map(at -> at.plus(REMEMBERED))
                : wakeAt();
        return new GroupStep(Optional.of(new GroupState(state.id(), changedDue, wakeAt, toldAt, firingSince,
                tellings)), pages);
    }

    /** Who is to be told now, with the reason for those who join later than the others. */
    private Map<String, PageReason> wanted() {
        Map<String, PageReason> wanted = new LinkedHashMap<>();
        if (subscription.isEmpty()) {
            return wanted;
        }
        Subscription rule = subscription.get();
        rule.receivers().forEach(receiver -> wanted.put(receiver, PageReason.FIRST));
        for (EscalationStep step : rule.escalation()) {
            if (firingSince.filter(since -> !since.plus(step.after()).isAfter(now)).isPresent()) {
                step.receivers().forEach(receiver -> wanted.putIfAbsent(receiver, PageReason.ESCALATED));
            }
        }
        boolean failing = wanted.keySet().stream()
                .anyMatch(receiver -> Optional.ofNullable(tellings.get(receiver)).filter(Telling::failed).isPresent());
        if (failing) {
            rule.fallback().ifPresent(receiver -> wanted.putIfAbsent(receiver, PageReason.FALLBACK));
        }
        // Who joined late stays until all is over, or would be told of an end that has not come.
        tellings.forEach((receiver, telling) -> {
            if (telling.open() && rule.everyReceiver().contains(receiver)) {
                wanted.putIfAbsent(receiver, PageReason.ESCALATED);
            }
        });
        return wanted;
    }

    private void tell(String receiver, Optional<PageReason> joining) {
        Telling before = tellings.getOrDefault(receiver, new Telling(0, false, now, now, false));
        List<Member> fresh = new ArrayList<>();
        List<Member> still = new ArrayList<>();
        List<Member> over = new ArrayList<>();
        for (Member member : members.values()) {
            boolean knows = member.told().containsKey(receiver);
            if (knows && (!member.firing() || joining.isEmpty())) {
                over.add(member);
            } else if (joining.isPresent() && member.freshFor(receiver) && loud(member)) {
                fresh.add(member);
            } else if (knows) {
                still.add(member);
            }
        }
        boolean repeat = before.open() && repeatAt(before).filter(at -> !at.isAfter(now)).isPresent()
                && still.stream().anyMatch(this::loud);
        if (!changes && (before.open() || tellings.values().stream().noneMatch(Telling::open))) {
            // Only time has passed, or the group waits for its first page: what is new waits for its turn.
            still.addAll(fresh.stream().filter(member -> member.told().containsKey(receiver)).toList());
            fresh.clear();
            over.clear();
        }
        Optional<PageReason> quiet = fresh.isEmpty() && over.isEmpty() ? quiet(still) : Optional.empty();
        if (fresh.isEmpty() && over.isEmpty() && !repeat && quiet.isEmpty()) {
            return;
        }
        boolean open = !fresh.isEmpty() || !still.isEmpty();
        PageReason reason = quiet.orElseGet(() -> reason(before, joining, fresh, over, open));
        long revision = revision(before, open, fresh, over);
        Instant openedAt = before.open() ? before.openedAt() : now;
        pages.add(page(receiver, revision, open, reason, openedAt, fresh, still, over));
        tellings.put(receiver, new Telling(revision, open, openedAt, now, false));
        fresh.forEach(member -> update(member.tell(receiver)));
        over.forEach(member -> update(member.untell(receiver)));
    }

    /**
     * What the reader must know of what people hold back: that all that fires for it is held back now, or that something
     * that was held back fires on and is held back no more.
     */
    private Optional<PageReason> quiet(List<Member> still) {
        Optional<Member> back = still.stream()
                .filter(member -> member.quieted().isPresent() && byPerson(member).isEmpty() && loud(member))
                .findFirst();
        if (back.isPresent()) {
            return back.flatMap(Member::quieted).map(seen -> seen.cause() == Suppression.Cause.ACKNOWLEDGED
                    ? PageReason.ACK_EXPIRED
                    : PageReason.SILENCE_ENDED);
        }
        boolean all = !still.isEmpty() && still.stream().allMatch(member -> byPerson(member).isPresent());
        Optional<Suppression.Cause> news = all
                ? still.stream().filter(member -> member.quieted().isEmpty())
                        .flatMap(member -> byPerson(member).stream())
                        .min(Comparator.naturalOrder())
                : Optional.empty();
        return news.map(cause -> cause == Suppression.Cause.ACKNOWLEDGED
                ? PageReason.ACKNOWLEDGED
                : PageReason.SILENCED);
    }

    /** By what means a person holds an alert back; another alert that stands for it is no person. */
    private Optional<Suppression.Cause> byPerson(Member member) {
        return suppressed.getOrDefault(member.alertKey(), List.of()).stream().map(Suppression::cause)
                .filter(cause -> cause != Suppression.Cause.INHIBITED).findFirst();
    }

    private boolean loud(Member member) {
        return !suppressed.containsKey(member.alertKey()) && !held(member);
    }

    /** Remembers what a person holds back, so that the next look sees the difference. */
    private void noteQuiet(Member member) {
        Optional<Suppression.Cause> cause = member.firing() ? byPerson(member) : Optional.empty();
        // What a quiet time holds back when it could be told again is told when that ends.
        boolean waits = cause.isEmpty() && member.firing() && !loud(member);
        if (!waits && !member.quieted().map(Quieted::cause).equals(cause)) {
            Member noted = member.quieted(cause);
            members.put(noted.alertKey(), noted);
            changed.add(noted.alertKey());
        }
    }

    /** Rises by one; for a group that is one alert it is never below the revision of that alert. */
    private long revision(Telling before, boolean open, List<Member> fresh, List<Member> over) {
        long next = before.revision() + 1;
        List<Member> told = open ? fresh : over;
        return told.size() == 1 && told.getFirst().alertKey().equals(state.id().pages())
                ? Math.max(next, told.getFirst().revision())
                : next;
    }

    private static PageReason reason(Telling before, Optional<PageReason> joining, List<Member> fresh,
            List<Member> over, boolean open) {
        if (joining.isEmpty()) {
            return over.stream().allMatch(member -> member.resolution().isPresent())
                    ? PageReason.ALL_RESOLVED
                    : PageReason.UNSUBSCRIBED;
        }
        if (!fresh.isEmpty()) {
            return before.open() ? PageReason.NEW_ALERTS : joining.get();
        }
        if (over.isEmpty()) {
            return PageReason.REPEATED;
        }
        if (open) {
            return PageReason.SOME_RESOLVED;
        }
        return over.stream().anyMatch(member -> member.resolution().isPresent())
                ? PageReason.ALL_RESOLVED
                : PageReason.UNSUBSCRIBED;
    }

    private Page page(String receiver, long revision, boolean open, PageReason reason, Instant openedAt,
            List<Member> fresh, List<Member> still, List<Member> over) {
        List<PageItem> items = Stream.of(items(fresh, PageChange.NEW), items(still, PageChange.STILL),
                items(over, PageChange.RESOLVED)).flatMap(part -> part).limit(Page.MAX_ITEMS).toList();
        List<PageItem> shown = items.size() > 1 ? items.stream().map(PageItem::brief).toList() : items;
        Severity severity = (open ? Stream.concat(fresh.stream(), still.stream()) : over.stream())
                .map(Member::severity).min(Comparator.naturalOrder()).orElse(Severity.INFO);
        return new Page(state.id().pages(), receiver, revision, open ? Told.FIRING : Told.RESOLVED, reason,
                state.id().subscription(), subscription.map(Subscription::why)
                        .orElse("subscription " + state.id().subscription() + ", which is no more"),
                severity, openedAt, now, fresh.size(), still.size(), over.size(), shown);
    }

    /** The gravest first, then the oldest. */
    private Stream<PageItem> items(List<Member> members, PageChange change) {
        return members.stream().sorted(Comparator.comparing(Member::severity).thenComparing(Member::startsAt))
                .map(member -> member.item(change, suppressed.getOrDefault(member.alertKey(), List.of())));
    }

    private void update(Member member) {
        Member known = members.getOrDefault(member.alertKey(), member);
        Map<String, String> told = new HashMap<>(member.told());
        Member merged = new Member(known.alertKey(), known.revision(), known.kind(), known.severity(),
                known.content(), known.startsAt(), known.endsAt(), known.resolution(), known.firing(), told,
                known.quieted());
        members.put(merged.alertKey(), merged);
        changed.add(merged.alertKey());
    }

    /** Whether a quiet time keeps an alert back. */
    private boolean held(Member member) {
        return quietUntil.isPresent() && (member.severity() != Severity.CRITICAL
                || subscription.flatMap(Subscription::quietHours).filter(quiet -> quiet.critical()).isPresent());
    }

    private Optional<Instant> repeatAt(Telling telling) {
        return subscription.map(rule -> rule.timers().repeatInterval()).filter(Duration::isPositive)
                .map(interval -> telling.sentAt().plus(interval));
    }

    private Optional<Instant> wakeAt() {
        if (members.values().stream().noneMatch(Member::firing)) {
            return Optional.empty();
        }
        Stream<Instant> repeats = tellings.values().stream().filter(Telling::open)
                .flatMap(telling -> repeatAt(telling).stream());
        Stream<Instant> steps = subscription.stream().flatMap(rule -> rule.escalation().stream())
                .flatMap(step -> firingSince.map(since -> since.plus(step.after())).stream())
                .filter(at -> at.isAfter(now));
        Stream<Instant> returns = suppressed.values().stream().flatMap(List::stream)
                .flatMap(each -> each.until().stream());
        // Whatever is due within a quiet time is looked at when it ends, with all that was held.
        Stream<Instant> quietEnd = members.values().stream().filter(Member::firing).anyMatch(this::held)
                ? quietUntil.stream()
                : Stream.empty();
        // What is due and was not told is held back: it is looked at when that ends, not at each tick.
        return Stream.of(repeats, steps, returns, quietEnd).flatMap(each -> each).filter(at -> at.isAfter(now))
                .min(Instant::compareTo);
    }
}
