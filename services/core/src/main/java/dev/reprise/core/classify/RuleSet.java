// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

import dev.reprise.schemas.job.FailureRule;

/**
 * Ordered rules, held against text line by line. One pass over a line finds the rules whose literals it contains; only for
 * those, and only where no earlier rule has matched yet, a pattern is run.
 */
final class RuleSet {
    private final List<CompiledRule> rules;
    private final LiteralScan scan;
    /** Rules with a message pattern and no other condition. */
    private final long[] open;
    /** Rules whose pattern needs no literal that is known: each line is a candidate. */
    private final long[] always;
    private final int[] conditional;

    private RuleSet(List<CompiledRule> rules) {
        this.rules = rules;
        int words = (rules.size() + Long.SIZE - 1) / Long.SIZE;
        open = new long[words];
        always = new long[words];
        LiteralScan.Builder builder = new LiteralScan.Builder(words);
        for (int index = 0; index < rules.size(); index++) {
            CompiledRule rule = rules.get(index);
            if (!rule.conditional()) {
                set(open, index);
            }
            if (rule.literals().isPresent()) {
                for (String literal : rule.literals().get().anyOf()) {
                    builder.add(literal, index);
                }
            } else if (rule.message().isPresent()) {
                set(always, index);
            }
        }
        scan = builder.build();
        conditional = IntStream.range(0, rules.size()).filter(index -> rules.get(index).conditional())
                .toArray();
    }

    static RuleSet of(List<FailureRule> rules) {
        return new RuleSet(rules.stream().map(CompiledRule::of).toList());
    }

    /** The first rule that matches the facts and, where it has a message pattern, one of the lines of the texts. */
    Optional<FailureRule> first(Facts facts, List<String> texts) {
        if (rules.isEmpty()) {
            return Optional.empty();
        }
        long[] eligible = open.clone();
        int best = rules.size();
        for (int index : conditional) {
            if (index < best && rules.get(index).holds(facts)) {
                if (rules.get(index).message().isEmpty()) {
                    best = index;
                } else {
                    set(eligible, index);
                }
            }
        }
        for (String text : texts) {
            best = firstIn(text, eligible, best);
        }
        return best == rules.size() ? Optional.empty() : Optional.of(rules.get(best).rule());
    }

    private int firstIn(String text, long[] eligible, int limit) {
        int best = limit;
        long[] candidates = always.clone();
        for (int from = 0; from < text.length() && best > 0;) {
            int newLine = text.indexOf('\n', from);
            int to = newLine < 0 ? text.length() : newLine;
            scan.mark(text, from, to, candidates);
            if (any(candidates, eligible)) {
                best = firstAmong(candidates, eligible, text.substring(from, to), best);
            }
            Arrays.setAll(candidates, word -> always[word]);
            from = to + 1;
        }
        return best;
    }

    private int firstAmong(long[] candidates, long[] eligible, String line, int limit) {
        for (int word = 0; word < candidates.length; word++) {
            for (long left = candidates[word] & eligible[word]; left != 0; left &= left - 1) {
                int index = word * Long.SIZE + Long.numberOfTrailingZeros(left);
                if (index >= limit) {
                    return limit;
                }
                if (rules.get(index).matches(line)) {
                    return index;
                }
            }
        }
        return limit;
    }

    private static boolean any(long[] candidates, long[] eligible) {
        for (int word = 0; word < candidates.length; word++) {
            if ((candidates[word] & eligible[word]) != 0) {
                return true;
            }
        }
        return false;
    }

    private static void set(long[] bits, int index) {
        bits[index / Long.SIZE] |= 1L << index % Long.SIZE;
    }
}
