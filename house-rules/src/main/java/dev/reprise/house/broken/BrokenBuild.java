// SPDX-License-Identifier: Apache-2.0
package dev.reprise.house.broken;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The classes of a test's class path with one protection removed from their real source: the changed files are compiled
 * anew and stand in front of all others.
 */
public final class BrokenBuild implements AutoCloseable {
    private final URLClassLoader classes;

    private BrokenBuild(URLClassLoader classes) {
        this.classes = classes;
    }

    /**
     * Builds it.
     *
     * @param removed the protection
     * @param root the root of the project
     * @param scratch an empty directory
     * @throws IllegalStateException when a snippet is not there exactly once, or the result does not compile
     */
    public static BrokenBuild of(Break removed, Path root, Path scratch) {
        Map<String, String> changed = new LinkedHashMap<>();
        for (Edit edit : removed.edits()) {
            String before = changed.get(edit.file());
            changed.put(edit.file(), before == null ? edit.apply(root) : edit.apply(before));
        }
        try {
            List<Path> sources = new ArrayList<>();
            for (Map.Entry<String, String> file : changed.entrySet()) {
                Path source = scratch.resolve("source").resolve(Path.of(file.getKey()).getFileName());
                Files.createDirectories(source.getParent());
                sources.add(Files.writeString(source, file.getValue()));
            }
            Path output = Files.createDirectories(scratch.resolve("classes"));
            compile(removed, sources, output);
            return new BrokenBuild(loader(output));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Calls a public static method of the broken build that takes a text and answers one.
     *
     * @throws IllegalStateException when it cannot be called
     */
    public String call(String className, String method, String argument) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(classes);
        try {
            return (String) classes.loadClass(className).getMethod(method, String.class).invoke(null, argument);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot call " + className + "." + method + " of the broken build", e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** How many tests of a class fail in it. */
    public long failures(String testClass) {
        return Long.parseLong(call(TestRun.class.getName(), "failures", testClass));
    }

    @Override
    public void close() throws IOException {
        classes.close();
    }

    private static void compile(Break removed, List<Path> sources, Path output) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(problems, null, null)) {
            List<String> options = List.of("-d", output.toString(), "-cp", classPath(), "-proc:none", "-nowarn",
                    "-parameters");
            boolean compiled = compiler.getTask(null, files, problems, options, null,
                    files.getJavaFileObjectsFromPaths(sources)).call();
            if (!compiled) {
                throw new IllegalStateException(
                        "'" + removed.name() + "' does not compile: " + problems.getDiagnostics()
                                .stream().filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR).toList());
            }
        }
    }

    private static URLClassLoader loader(Path output) throws MalformedURLException {
        List<URL> places = new ArrayList<>();
        places.add(output.toUri().toURL());
        for (String place : classPath().split(File.pathSeparator, -1)) {
            places.add(Path.of(place).toUri().toURL());
        }
        return new URLClassLoader(places.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    /** Surefire keeps the real one in a property of its own. */
    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }
}
