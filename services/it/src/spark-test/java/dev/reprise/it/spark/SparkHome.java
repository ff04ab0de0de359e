// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.spark;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an installed Spark is to its users: {@code spark-submit}, and defaults that send lineage to Reprise.
 *
 * @param directory where it stands
 */
record SparkHome(Path directory) {
    /** What Spark needs of the JDK, by its own start scripts. */
    private static final List<String> OPENED = List.of("java.lang", "java.lang.invoke", "java.lang.reflect", "java.io",
            "java.net", "java.nio", "java.util", "java.util.concurrent", "java.util.concurrent.atomic", "sun.nio.ch",
            "sun.nio.cs", "sun.security.action", "sun.util.calendar", "jdk.internal.ref");

    /**
     * Makes one from the class path that Maven resolved.
     *
     * @param module the folder of the module that holds the program, built
     * @param reprise where Reprise takes lineage
     */
    static SparkHome in(Path directory, Path module, URI reprise) throws IOException {
        String classPath = module.resolve("target/classes") + ":"
                + Files.readString(module.resolve("target/class-path.txt")).strip();
        Path arguments = Files.createDirectories(directory).resolve("jvm.args");
        Files.write(arguments, Stream.concat(
                Stream.of("-Xmx768m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Djava.net.preferIPv4Stack=true"),
                OPENED.stream().map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED")).toList());
        Path defaults = directory.resolve("spark-defaults.conf");
        Files.writeString(defaults, """
                spark.master                        local[1]
                spark.driver.host                   127.0.0.1
                spark.driver.bindAddress            127.0.0.1
                spark.ui.enabled                    false
                spark.sql.warehouse.dir             %s
                spark.sql.codegen.wholeStage        false
                spark.sql.codegen.factoryMode       NO_CODEGEN
                spark.extraListeners                io.openlineage.spark.agent.OpenLineageSparkListener
                spark.openlineage.transport.type    http
                spark.openlineage.transport.url     %s
                spark.openlineage.namespace         spark-prod
                """.formatted(directory.resolve("warehouse"), reprise));
        SparkHome home = new SparkHome(directory);
        Files.writeString(home.submit(), """
                #!/bin/sh
                export SPARK_LOCAL_IP=127.0.0.1
                exec '%s' @'%s' -cp '%s' org.apache.spark.deploy.SparkSubmit --properties-file '%s' "$@"
                """.formatted(Path.of(System.getProperty("java.home"), "bin", "java"), arguments, classPath, defaults));
        Files.setPosixFilePermissions(home.submit(), PosixFilePermissions.fromString("rwxr-xr-x"));
        return home;
    }

    Path submit() {
        return directory.resolve("spark-submit");
    }

    /** The words that submit the program for a day, as a job of that name. */
    List<String> words(Sales sales, String job, String day, String tags) {
        List<String> words = new ArrayList<>(List.of(submit().toString(), "--name", job, "--conf",
                "spark.sales.dt=" + day));
        if (!tags.isEmpty()) {
            words.addAll(List.of("--conf", "spark.openlineage.run.tags=" + tags));
        }
        words.addAll(List.of("--class", "dev.reprise.it.spark.driver.SalesMain", "spark-internal"));
        words.addAll(sales.arguments());
        return words;
    }

    /** The words that name the run in which an application runs. */
    static List<String> parent(String job, String run) {
        return List.of("--conf", "spark.openlineage.parentJobNamespace=spark-prod", "--conf",
                "spark.openlineage.parentJobName=" + job, "--conf", "spark.openlineage.parentRunId=" + run);
    }

    /** A target that submits the program anew and names the rerun in the tags of its lineage. */
    String target(Sales sales, String job) {
        return "{type: process, timeout: 20m, command: ["
                + words(sales, job, "{{partition.dt}}", "partition:{{partition}};rerun:{{rerunId}}").stream()
                        .map(word -> "'" + word + "'").collect(Collectors.joining(", "))
                + "]}";
    }
}
