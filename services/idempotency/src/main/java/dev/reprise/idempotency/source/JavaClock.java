// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.source;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a Java program takes from the clock of its host, and whether it is used for more than a message. */
final class JavaClock {
    private static final Set<String> TIMES = Set.of("now", "currentTimeMillis", "nanoTime");
    private static final Set<String> WRITES = Set.of("write", "writeTo");
    private final List<MethodCallExpr> calls;
    private final Set<String> names = new HashSet<>();

    JavaClock(List<MethodCallExpr> calls, List<VariableDeclarator> declarators) {
        this.calls = calls;
        int known;
        do {
            known = names.size();
            declarators.stream().filter(each -> each.getInitializer().filter(this::takes).isPresent())
                    .forEach(each -> names.add(each.getNameAsString()));
        } while (names.size() > known);
    }

    /** @return where a time, or what was made of one, is used for more than a variable or a message */
    Optional<Node> used() {
        return calls.stream().filter(this::uses)
                .filter(call -> !said(call) && call.findAncestor(VariableDeclarator.class).isEmpty())
                .<Node>map(call -> call).findFirst();
    }

    private boolean uses(MethodCallExpr call) {
        return time(call) || call.getArguments().stream().anyMatch(this::takes)
                || WRITES.contains(call.getNameAsString()) && call.getScope().filter(this::takes).isPresent();
    }

    private boolean takes(Expression value) {
        return value.findFirst(MethodCallExpr.class, JavaClock::time).isPresent()
                || value.findFirst(ObjectCreationExpr.class, made -> made.toString().equals("new Date()")).isPresent()
                || value.findFirst(NameExpr.class, name -> names.contains(name.getNameAsString())).isPresent();
    }

    private static boolean time(MethodCallExpr call) {
        return TIMES.contains(call.getNameAsString()) && scope(call)
                .matches("LocalDate|LocalDateTime|Instant|ZonedDateTime|OffsetDateTime|System|YearMonth");
    }

    /** What is only printed decides nothing. */
    private static boolean said(Node node) {
        for (Optional<Node> at = Optional.of(node); at.isPresent(); at = at.get().getParentNode()) {
            if (at.get() instanceof MethodCallExpr call
                    && scope(call).matches("System\\.(out|err)|(?i)_?log(ger)?(\\..*)?")) {
                return true;
            }
        }
        return false;
    }

    private static String scope(MethodCallExpr call) {
        return call.getScope().map(Node::toString).orElse("");
    }
}
