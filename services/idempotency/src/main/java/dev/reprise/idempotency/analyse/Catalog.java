// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.analyse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Replays what a script does to the catalog: does a statement fail, because an object is there or not there, when the whole
 * runs again after a prefix? What was there before the first run is inferred from that run itself: it is taken to succeed.
 */
final class Catalog {
    private final List<List<CatalogOp>> steps;
    private final Set<String> temporary;
    private final Set<String> droppedAtCommit;

    /**
     * @param steps operations by atomic step
     * @param temporary names that end with the session
     * @param droppedAtCommit those of them that end with their transaction
     */
    Catalog(List<List<CatalogOp>> steps, Set<String> temporary, Set<String> droppedAtCommit) {
        this.steps = steps;
        this.temporary = temporary;
        this.droppedAtCommit = droppedAtCommit;
    }

    /**
     * @param prefix number of steps that had run
     * @param sameSession whether temporary objects are still there
     * @return the first operation that fails in the rerun, if one does in either of the states that may have been
     */
    Optional<CatalogOp> failing(int prefix, boolean sameSession) {
        for (boolean undecided : new boolean[]{true, false}) {
            Map<String, Boolean> before = before(undecided);
            Map<String, Boolean> state = new HashMap<>(before);
            if (run(steps.subList(0, prefix), state).isPresent()) {
                continue; // the script would not have come this far
            }
            for (String name : sameSession ? droppedAtCommit : temporary) {
                dropMembers(name, state);
                state.put(name, false);
            }
            Optional<CatalogOp> failed = run(steps, state);
            if (failed.isPresent() && run(steps, new HashMap<>(before)).isEmpty()) {
                return failed;
            }
        }
        return Optional.empty();
    }

    private static boolean belongs(String name, String owner) {
        return name.equals(owner) || name.startsWith(owner + "/") || name.startsWith(owner + ".");
    }

    /** What must have been there for the first run to succeed; {@code undecided} for objects that it does not care about. */
    private Map<String, Boolean> before(boolean undecided) {
        Map<String, Boolean> before = new HashMap<>();
        Set<String> decided = new HashSet<>();
        Set<String> changed = new HashSet<>();
        for (List<CatalogOp> step : steps) {
            for (CatalogOp op : step) {
                boolean made = changed.stream().filter(name -> !name.isEmpty())
                        .anyMatch(name -> op.name().startsWith(name + "/") || op.name().startsWith(name + "."));
                if (decided.add(op.name()) && !made) {
                    before.put(op.name(), switch (op.kind()) {
                        case CREATE -> op.guarded() && undecided;
                        case REPLACE -> undecided;
                        case DROP -> !op.guarded() || undecided;
                        case NEED, RENAME -> true;
                    });
                }
                if (op.kind() != CatalogOp.Kind.NEED) {
                    changed.add(op.name());
                    changed.add(op.other());
                }
                if (op.kind() == CatalogOp.Kind.RENAME && decided.add(op.other())) {
                    before.put(op.other(), false);
                }
            }
        }
        return before;
    }

    private static Optional<CatalogOp> run(List<List<CatalogOp>> steps, Map<String, Boolean> state) {
        for (List<CatalogOp> step : steps) {
            for (CatalogOp op : step) {
                if (!apply(op, state)) {
                    return Optional.of(op);
                }
            }
        }
        return Optional.empty();
    }

    private static boolean apply(CatalogOp op, Map<String, Boolean> state) {
        boolean there = state.getOrDefault(op.name(), false);
        switch (op.kind()) {
            case CREATE -> {
                if (there && !op.guarded()) {
                    return false;
                }
                state.put(op.name(), true);
            }
            case REPLACE -> {
                dropMembers(op.name(), state);
                state.put(op.name(), true);
            }
            case DROP -> {
                if (!there && !op.guarded()) {
                    return false;
                }
                dropMembers(op.name(), state);
                state.put(op.name(), false);
            }
            case NEED -> {
                return there;
            }
            case RENAME -> {
                if (!there || state.getOrDefault(op.other(), false)) {
                    return false;
                }
                moveMembers(op.name(), op.other(), state);
                state.put(op.name(), false);
                state.put(op.other(), true);
            }
        }
        return true;
    }

    private static void dropMembers(String owner, Map<String, Boolean> state) {
        for (String name : new ArrayList<>(state.keySet())) {
            if (!name.equals(owner) && belongs(name, owner)) {
                state.put(name, false);
            }
        }
    }

    private static void moveMembers(String from, String to, Map<String, Boolean> state) {
        for (String name : new ArrayList<>(state.keySet())) {
            if (!name.equals(from) && belongs(name, from)) {
                state.put(to + name.substring(from.length()), state.getOrDefault(name, false));
                state.put(name, false);
            }
        }
    }
}
