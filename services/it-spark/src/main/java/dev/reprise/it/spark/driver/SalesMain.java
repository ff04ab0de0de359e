// SPDX-License-Identifier: Apache-2.0
package dev.reprise.it.spark.driver;

import static org.apache.spark.sql.functions.callUDF;
import static org.apache.spark.sql.functions.col;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;

/**
 * Runs the statements of a script over {@code orders}, a folder of CSV files, into {@code sales}, a table of CSV files with
 * one folder a day. {@code ${dt}} in the script is the day that {@code spark.sales.dt} names, put in before Spark sees it, as a
 * scheduler's templates do.
 */
public final class SalesMain {
    private static final int ARGUMENTS = 4;

    private SalesMain() {}

    /**
     * Runs the script to its end, or to its first statement that fails.
     *
     * @param arguments the folder of orders, the folder of the table, the script, the directory of {@linkplain Fault faults}
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != ARGUMENTS) {
            throw new IllegalArgumentException("give ORDERS SALES SCRIPT FAULTS");
        }
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
            spark.udf().register("read_amount", new Fault(arguments[3]), DataTypes.IntegerType);
            spark.read().schema("id INT, amount INT, dt STRING").csv(arguments[0])
                    .withColumn("amount", callUDF("read_amount", col("amount"))).createOrReplaceTempView("orders");
            spark.sql("CREATE TABLE IF NOT EXISTS sales (id INT, amount INT, dt STRING) USING csv PARTITIONED BY (dt)"
                    + " LOCATION '" + arguments[1] + "'");
            String script = Files.readString(Path.of(arguments[2])).replace("${dt}",
                    spark.conf().get("spark.sales.dt"));
            for (String statement : script.split(";")) {
                if (!statement.isBlank()) {
                    spark.sql(statement.strip());
                }
            }
        }
    }
}
