// SPDX-License-Identifier: Apache-2.0
package dev.reprise.simulation.choice;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Draws the choices of a history from its seed. */
public final class Choices {
    private static final int FEWEST = 200;
    private static final int MOST = 500;
    private static final Act[] ACTS = Act.values();
    private static final int WEIGHTS = weights();

    private Choices() {}

    /** The choices of a seed, {@value #FEWEST} to {@value #MOST}; the same at each call. */
    public static List<Choice> of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int length = random.nextInt(FEWEST, MOST + 1);
        List<Choice> choices = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            choices.add(new Choice(act(random.nextInt(WEIGHTS)), random.nextInt(Choice.MOST + 1)));
        }
        return List.copyOf(choices);
    }

    private static Act act(int drawn) {
        int left = drawn;
        for (Act act : ACTS) {
            left -= act.weight();
            if (left < 0) {
                return act;
            }
        }
        throw new IllegalStateException("drew " + drawn + " of " + WEIGHTS);
    }

    private static int weights() {
        int sum = 0;
        for (Act act : ACTS) {
            sum += act.weight();
        }
        return sum;
    }
}
