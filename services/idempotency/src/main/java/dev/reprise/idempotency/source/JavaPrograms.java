// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.source;

import com.github.javaparser.JavaParser;
import com.github.javaparser.ParseResult;
import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.BooleanLiteralExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import com.github.javaparser.ast.expr.TextBlockLiteralExpr;
import com.github.javaparser.ast.stmt.CatchClause;
import com.github.javaparser.ast.stmt.DoStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.SwitchStmt;
import com.github.javaparser.ast.stmt.WhileStmt;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import dev.reprise.idempotency.parse.Dialect;
import dev.reprise.idempotency.rule.Analysis;
import dev.reprise.idempotency.rule.Rule;
import dev.reprise.idempotency.rule.Safety;

/** MaxCompute MapReduce and Graph, Hadoop MapReduce and Spark programs in Java, by the calls that set their outputs. */
public final class JavaPrograms {
    private static final Set<String> ACTS = Set.of("executeUpdate", "executeLargeUpdate", "executeBatch",
            "saveAsTextFile", "saveAsObjectFile", "saveAsHadoopFile", "saveAsHadoopDataset", "saveAsNewAPIHadoopFile",
            "saveAsNewAPIHadoopDataset", "foreachBatch", "foreachPartitionAsync", "exec", "send", "execute",
            "postForObject", "postForEntity");
    private static final Set<String> READS = Set.of("table", "load", "parquet", "orc", "csv", "json", "text", "avro",
            "jdbc", "textFile");
    private final List<MethodCallExpr> calls;
    private final List<VariableDeclarator> declarators;
    private final String imports;

    private JavaPrograms(CompilationUnit unit) {
        this.calls = unit.findAll(MethodCallExpr.class);
        this.declarators = unit.findAll(VariableDeclarator.class);
        this.imports = unit.getImports().toString();
    }

    /**
     * @param text a Java source file
     * @return the answer
     */
    public static List<JobAnalysis> analyse(String text) {
        JavaParser parser = new JavaParser(new ParserConfiguration()
                .setLanguageLevel(ParserConfiguration.LanguageLevel.BLEEDING_EDGE).setAttributeComments(false));
        ParseResult<CompilationUnit> result = parser.parse(text);
        Optional<CompilationUnit> unit = result.isSuccessful() ? result.getResult() : Optional.empty();
        if (unit.isEmpty()) {
            Place place = result.getProblems().stream().findFirst().flatMap(p -> p.getLocation())
                    .flatMap(l -> l.getBegin().getRange()).map(r -> new Place(r.begin.line, r.begin.column))
                    .orElse(Place.START);
            return List.of(
                    JobAnalysis.of(Analyses.unknown(Rule.NOT_UNDERSTOOD, place, "is no Java source that can be read")));
        }
        return List.of(JobAnalysis.of(new JavaPrograms(unit.get()).analyse()));
    }

    private Analysis analyse() {
        List<Analysis> parts = new ArrayList<>();
        if (imports.contains("com.aliyun.odps.mapred")
                || named("addTable").stream().anyMatch(c -> scope(c).equals("OutputUtils"))) {
            parts.addAll(mapReduce());
        }
        if (imports.contains("com.aliyun.odps.graph")) {
            parts.addAll(graph());
        }
        if (imports.contains("org.apache.hadoop.mapred")) {
            parts.addAll(hadoop());
        }
        parts.addAll(spark());
        if (parts.isEmpty()) {
            return Analyses.unknown(Rule.OPAQUE, Place.START,
                    "no output of a MapReduce, Graph or Spark job is found in the program");
        }
        parts.addAll(besides());
        return Analyses.sequence(WriteOrder.settled(parts));
    }

    /** What the program does beside its outputs, by the calls that usually do it. */
    private List<Analysis> besides() {
        return calls.stream().filter(call -> ACTS.contains(call.getNameAsString())
                || call.getNameAsString().equals("run") && scope(call).endsWith("SQLTask")).findFirst()
                .map(call -> List.of(Analyses.unknown(Rule.OPAQUE, place(call),
                        "what '" + call.getNameAsString() + "' does is not visible here")))
                .orElse(List.of());
    }

    private List<MethodCallExpr> named(String name) {
        return calls.stream().filter(call -> call.getNameAsString().equals(name)).toList();
    }

    private static String scope(MethodCallExpr call) {
        return call.getScope().map(Node::toString).orElse("");
    }

    private static Place place(Node node) {
        return node.getBegin().map(p -> new Place(p.line, p.column)).orElse(Place.START);
    }

    private static boolean conditional(Node node) {
        for (Optional<Node> parent = node.getParentNode(); parent.isPresent(); parent = parent.get().getParentNode()) {
            Node p = parent.get();
            if (p instanceof IfStmt || p instanceof ForStmt || p instanceof ForEachStmt || p instanceof WhileStmt
                    || p instanceof DoStmt || p instanceof SwitchStmt || p instanceof CatchClause
                    || p instanceof ConditionalExpr || p instanceof LambdaExpr) {
                return true;
            }
        }
        return false;
    }

    private static Optional<Boolean> flag(Expression expression) {
        return expression instanceof BooleanLiteralExpr literal ? Optional.of(literal.getValue()) : Optional.empty();
    }

    private static Analysis overwrites(Node node, String target) {
        return Analyses.single(Rule.OVERWRITE, place(node), target, "the output is overwritten, which is the default",
                Safety.SAFE, Safety.SAFE, Optional.of(true));
    }

    // ---- MaxCompute

    /** {@code JobConf.setOutputOverwrite}: true unless it is set. */
    private List<Analysis> mapReduce() {
        List<MethodCallExpr> outputs = named("addTable").stream().filter(c -> scope(c).endsWith("OutputUtils"))
                .toList();
        if (outputs.isEmpty()) {
            return List.of();
        }
        Optional<Boolean> overwrite = Optional.of(true);
        for (MethodCallExpr call : calls) {
            boolean sets = call.getNameAsString().equals("setOutputOverwrite") && call.getArguments().size() == 1;
            boolean property = Set.of("set", "setBoolean").contains(call.getNameAsString())
                    && call.getArguments().size() == 2
                    && call.getArgument(0).toString().equals("\"odps.mapred.output.overwrite\"");
            if (sets || property) {
                Expression value = call.getArgument(call.getArguments().size() - 1);
                Optional<Boolean> literal = value instanceof StringLiteralExpr text
                        ? Optional.of(Boolean.parseBoolean(text.asString()))
                        : flag(value);
                overwrite = conditional(call) ? Optional.empty() : literal;
            }
        }
        List<Analysis> parts = new ArrayList<>();
        for (MethodCallExpr output : outputs) {
            if (overwrite.isEmpty()) {
                parts.add(Analyses.unknown(Rule.OPAQUE, place(output),
                        "whether the output is overwritten is computed at run time"));
            } else {
                parts.add(overwrite.get()
                        ? overwrites(output, table(output))
                        : Analyses.single(Rule.APPEND, place(output), table(output),
                                "setOutputOverwrite(false): the job is an INSERT INTO", Safety.SAFE, Safety.UNSAFE,
                                Optional.of(false)));
            }
        }
        return parts;
    }

    private static String table(MethodCallExpr output) {
        return output.findAll(MethodCallExpr.class).stream()
                .filter(c -> c.getNameAsString().equals("tableName") && c.getArguments().size() == 1).findFirst()
                .map(c -> c.getArgument(0)).filter(StringLiteralExpr.class::isInstance)
                .map(e -> ((StringLiteralExpr) e).asString()).orElse("");
    }

    /** {@code GraphJob.addOutput(table[, overwrite])}. */
    private List<Analysis> graph() {
        List<Analysis> parts = new ArrayList<>();
        for (MethodCallExpr output : named("addOutput")) {
            Optional<Expression> last = output.getArguments().size() > 1
                    ? output.getArguments().getLast()
                    : Optional.empty();
            boolean labelled = last.filter(e -> e instanceof StringLiteralExpr).isPresent();
            Optional<Boolean> overwrite = last.isEmpty() || labelled ? Optional.of(true) : flag(last.get());
            if (overwrite.isEmpty()) {
                parts.add(Analyses.unknown(Rule.OPAQUE, place(output),
                        "whether the output is overwritten is computed at run time"));
            } else {
                parts.add(overwrite.get()
                        ? overwrites(output, table(output))
                        : Analyses.single(Rule.APPEND, place(output), table(output),
                                "addOutput(table, false) appends: the job is not re-entrant", Safety.UNSAFE,
                                Safety.UNSAFE, Optional.of(false)));
            }
        }
        return parts;
    }

    // ---- Hadoop

    private List<Analysis> hadoop() {
        List<Analysis> parts = new ArrayList<>();
        for (MethodCallExpr output : named("setOutputPath").stream().filter(c -> scope(c).endsWith("OutputFormat"))
                .toList()) {
            String path = output.getArguments().isEmpty()
                    ? ""
                    : output.getArgument(output.getArguments().size() - 1).toString();
            boolean deletes = named("delete").stream().anyMatch(
                    c -> !c.getArguments().isEmpty() && c.getArgument(0).toString().equals(path) && onlyIfThere(c));
            parts.add(deletes
                    ? Analyses.single(Rule.OVERWRITE, place(output), path, "the output directory is deleted first",
                            Safety.SAFE, Safety.SAFE, Optional.of(true))
                    : Analyses.single(Rule.EXTERNAL_PATH, place(output), path,
                            "the job fails when the output directory is there already", Safety.UNSAFE, Safety.UNSAFE,
                            Optional.of(false)));
        }
        return parts;
    }

    /** Deleted always, or whenever it is there. */
    private static boolean onlyIfThere(MethodCallExpr delete) {
        if (!conditional(delete)) {
            return true;
        }
        return delete.findAncestor(IfStmt.class)
                .filter(s -> s.getCondition().toString().matches("(?s)\\w+\\.exists\\(.*\\)")).isPresent();
    }

    // ---- Spark

    private List<Analysis> spark() {
        List<Analysis> parts = new ArrayList<>();
        Optional<Boolean> dynamic = calls.stream()
                .anyMatch(c -> c.getArguments().size() == 2
                        && c.getArgument(0).toString().contains("partitionOverwriteMode")
                        && c.getArgument(1).toString().toLowerCase(java.util.Locale.ROOT).contains("dynamic"))
                                ? Optional.of(true)
                                : Optional.empty();
        for (MethodCallExpr call : calls.stream().sorted(Comparator.comparing(c -> c.getEnd().orElseThrow()))
                .toList()) {
            if (call.getNameAsString().equals("write") && call.getArguments().isEmpty()) {
                List<Chains.Step> steps = chain(call);
                parts.add(guarded(call, ofOthers(call, steps, Chains.write(steps, place(call), dynamic))));
            } else if (call.getNameAsString().equals("writeTo")) {
                List<Chains.Step> steps = new ArrayList<>(List.of(step(call)));
                steps.addAll(chain(call));
                parts.add(guarded(call, ofOthers(call, steps, Chains.writeTo(steps, place(call)))));
            } else if (call.getNameAsString().equals("writeStream")
                    || call.getNameAsString().equals("foreachPartition")) {
                parts.add(Analyses.unknown(Rule.OPAQUE, place(call),
                        "what the stream or the function writes is not visible here"));
            } else if (call.getNameAsString().equals("sql") && imports.contains("spark")
                    && call.getArguments().size() == 1) {
                parts.add(guarded(call, sql(call)));
            }
        }
        boolean writes = calls.stream().anyMatch(
                call -> call.getNameAsString().equals("writeTo") || call.getNameAsString().equals("write"));
        if (!parts.isEmpty() && writes) {
            parts.addAll(0, volatiles());
        }
        return parts;
    }

    /** A program that reads what it writes starts the second time from its own result. */
    private Analysis ofOthers(MethodCallExpr write, List<Chains.Step> steps, Analysis analysis) {
        Optional<String> target = Chains.target(steps);
        if (target.isEmpty()) {
            return analysis;
        }
        boolean read = calls.stream()
                .filter(call -> READS.contains(call.getNameAsString()) && !scope(call).contains(".write("))
                .anyMatch(call -> call.getArguments().stream().anyMatch(each -> each.toString().equals(target.get())));
        String name = target.get().replace("\"", "");
        boolean selected = target.get().startsWith("\"") && name.matches("[\\w.]+")
                && calls.stream()
                        .filter(call -> call.getNameAsString().equals("sql") && place(call).line() <= place(write)
                                .line())
                        .anyMatch(call -> call.toString()
                                .matches("(?is).*\\b(from|join)\\s+`?" + Pattern.quote(name) + "\\b.*"));
        return read || selected ? Analyses.readsItself(place(write), target.get()) : analysis;
    }

    /** What the rows take from clock and chance is in them however they are stored. */
    private List<Analysis> volatiles() {
        List<Analysis> found = new ArrayList<>();
        for (MethodCallExpr call : calls) {
            Place place = place(call);
            String spelled = call.getScope().isPresent() && !scope(call).equals("functions")
                    ? "." + call.getNameAsString() + "("
                    : call.getNameAsString() + (call.getArguments().isEmpty() ? "()" : "(");
            found.addAll(Analyses.volatiles(spelled, offset -> place));
            boolean text = Set.of("expr", "selectExpr", "withColumn", "filter", "where")
                    .contains(call.getNameAsString());
            if (text) {
                call.getArguments().stream().filter(StringLiteralExpr.class::isInstance)
                        .forEach(each -> found.addAll(
                                Analyses.volatiles(((StringLiteralExpr) each).asString(), offset -> place)));
            }
        }
        new JavaClock(calls, declarators).used().ifPresent(node -> found.add(Analyses.hostClock(place(node))));
        return found.stream().limit(5).toList();
    }

    private static Analysis guarded(MethodCallExpr call, Analysis analysis) {
        return conditional(call)
                ? Analyses.unknown(Rule.OPAQUE, place(call), "the write runs under a condition or in a loop")
                : analysis;
    }

    private static Analysis sql(MethodCallExpr call) {
        Expression argument = call.getArgument(0);
        Optional<String> text = argument instanceof StringLiteralExpr literal
                ? Optional.of(literal.asString())
                : argument instanceof TextBlockLiteralExpr block ? Optional.of(block.asString()) : Optional.empty();
        return text.map(sql -> Analyses.moved(SqlScripts.analyse(sql, Dialect.SPARK, Set.of()), place(argument)))
                .orElseGet(
                        () -> Analyses.unknown(Rule.OPAQUE, place(call), "the statement is put together at run time"));
    }

    /** The calls made on the result of this one, in order. */
    private static List<Chains.Step> chain(MethodCallExpr call) {
        List<Chains.Step> steps = new ArrayList<>();
        Node inner = call;
        while (inner.getParentNode().orElse(null) instanceof MethodCallExpr outer
                && outer.getScope().filter(inner::equals).isPresent()) {
            steps.add(step(outer));
            inner = outer;
        }
        return steps;
    }

    private static Chains.Step step(MethodCallExpr call) {
        return new Chains.Step(call.getNameAsString(), call.getArguments().stream().map(Node::toString).toList());
    }
}
