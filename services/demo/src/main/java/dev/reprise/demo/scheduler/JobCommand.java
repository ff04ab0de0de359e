// SPDX-License-Identifier: Apache-2.0
package dev.reprise.demo.scheduler;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.reprise.demo.warehouse.WarehouseJobMain;

/**
 * The command line of a job process; the same for its scheduler and for Reprise.
 *
 * @param java how to start a Java machine with the warehouse on its class path; options of the machine and the main
 *     class are added to it
 * @param warehouse the directory of the warehouse, absolute
 */
public record JobCommand(List<String> java, Path warehouse) {
    // A job lives for a second: a small heap, one collector thread and one compiler start fastest.
    private static final List<String> OPTIONS = List.of("-Xmx48m", "-Xss512k", "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC", "-Xshare:auto", "-XX:-UsePerfData", "--enable-native-access=ALL-UNNAMED");

    /** Takes a copy. */
    public JobCommand {
        java = List.copyOf(java);
    }

    /** The Java machine that runs this program, with no more on the class path than a job needs. */
    public static List<String> ownJava() {
        try {
            String classPath = String.join(System.getProperty("path.separator"), placeOf(WarehouseJobMain.class),
                    placeOf(org.sqlite.JDBC.class));
            return List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", classPath);
        } catch (URISyntaxException e) {
            throw new IllegalStateException("a class came from a place that is no file", e);
        }
    }

    private static String placeOf(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    }

    /**
     * Program and arguments.
     *
     * @param job the job, or the placeholder of a target
     * @param day the day, or the placeholder of a target
     * @param run the name of the run, or the placeholder of a target
     */
    public List<String> line(String job, String day, String run) {
        List<String> line = new ArrayList<>(java);
        line.addAll(OPTIONS);
        // Where the driver unpacks its native part: a killed process leaves it behind.
        line.add("-Dorg.sqlite.tmpdir=" + warehouse);
        line.add(WarehouseJobMain.class.getName());
        line.addAll(List.of(warehouse.toString(), job, day, run));
        return line;
    }
}
