// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.reprise.idempotency.analyse.Effect.Kind;
import dev.reprise.idempotency.analyse.Effect.Trait;
import dev.reprise.idempotency.region.Proof;
import dev.reprise.idempotency.rule.Rule;

/** The resets of a script by table, to tell an append without reset from one whose reset is too small or not provable. */
final class Resets {
    /** So many resets of one table are looked at: the nearest ones before the append. */
    private static final int LOOKED_AT = 50;
    private final Map<String, List<Effect>> resets = new HashMap<>();
    private final Map<Effect, Integer> before = new HashMap<>();
    private final Map<Effect, Boolean> unread = new HashMap<>();

    /**
     * @param steps effects by atomic step
     * @param firstUnread by table the first step that changes it in a way that is not known
     */
    Resets(List<List<Effect>> steps, Map<String, Integer> firstUnread) {
        for (int i = 0; i < steps.size(); i++) {
            for (Effect effect : steps.get(i)) {
                unread.put(effect, firstUnread.getOrDefault(effect.target(), steps.size()) < i);
                List<Effect> own = resets.computeIfAbsent(effect.target(), name -> new ArrayList<>());
                before.put(effect, own.size());
                boolean clears = effect.kind() == Kind.RESET
                        || effect.kind() == Kind.DELETE && !effect.has(Trait.DEDUPES);
                if (clears) {
                    own.add(effect);
                }
            }
        }
    }

    /** @return the judgement on a spoil; that on an append says more when there is a reset before it */
    Judgement judged(Spoil spoil) {
        Effect cause = spoil.cause();
        boolean append = spoil.duplicates()
                && (spoil.judgement().rule() == Rule.APPEND || spoil.judgement().rule() == Rule.GENERATED_KEY);
        if (!append) {
            return spoil.judgement();
        }
        int count = before.getOrDefault(cause, 0);
        Judgement judgement = spoil.judgement();
        if (unread.getOrDefault(cause, false)) {
            return Judgement.unknown(Rule.RESET_UNPROVEN, "what a statement before, which is not read, does to "
                    + cause.target() + " is not known: it may take the inserted rows away");
        }
        for (Effect reset : resets.getOrDefault(cause.target(), List.of()).subList(Math.max(0, count - LOOKED_AT),
                count)) {
            int line = reset.place().line();
            if (reset.kind() == Kind.DELETE) {
                return Judgement.unknown(Rule.RESET_UNPROVEN,
                        "whether the delete at line " + line + " covers the inserted rows cannot be proved");
            }
            if (reset.region().contains(cause.region()) == Proof.OPEN) {
                return Judgement.unknown(Rule.RESET_UNPROVEN,
                        "the delete at line " + line
                                + " is filtered in another way than the insert: whether it covers the inserted rows cannot be proved");
            }
            judgement = Judgement.unsafe(Rule.RESET_TOO_SMALL,
                    "the delete at line " + line + " leaves rows that this insert writes again");
        }
        return judgement;
    }
}
