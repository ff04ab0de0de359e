// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.reprise.schemas.event.ErrorEvidence;
import dev.reprise.schemas.event.FailureKind;

class SignatureTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            Task 0 in stage 2.1 failed 4 times | Task <n> in stage <n> failed <n> times
            Lost task 0.3 in stage 2.1 (TID 8, node2) | Lost task <n> in stage <n> (TID <n>, node<n>)
            Connection refused to db1.prod.internal:5432 | Connection refused to <host>
            Failed to connect to worker-3:7337 | Failed to connect to <host>
            dial tcp 10.0.0.9:9000: i/o timeout | dial tcp <host>: i/o timeout
            java.net.UnknownHostException: db1.internal | java.net.UnknownHostException: <host>
            Path does not exist: hdfs://nn1:8020/data/orders/ds=2026-11-29/region=eu | Path does not exist: hdfs://<host>/data/orders/ds=<part>/region=<part>
            cannot read s3://lake/orders/part-00001.parquet | cannot read s3://lake/orders/<id>
            /tmp/airflowtmpxyz/run.sh: line 12: boom | /tmp/<id>/<id>: line <n>: boom
            at 2026-11-29T10:00:00.123Z: late by 00:01:30 | at <time>: late by <time>
            run 550e8400-e29b-41d4-a716-446655440000 is gone | run <id> is gone
            object 0x7f8a2b and 7f8a2b9c01de | object <hex> and <hex>
            pod orders-7d9f8b6c5-x2x4z failed | pod orders-<id> failed
            container_1598507699008_0094_01_000010 exited | container_<n>_<n>_<n>_<n> exited
            partition ds=20261129 is missing | partition ds=<n> is missing
            Duplicate entry 'ann@example.com' for key | Duplicate entry '<email>' for key
            File main.py:42 says no | File main.py:<n> says no
            ORA-00942: table or view does not exist | ORA-00942: table or view does not exist
            ODPS-0130131:[1,50] Table not found | ODPS-0130131:[<n>] Table not found
            [Errno 28] No space left | [Errno 28] No space left
            exit code 137 after 12 s | exit code 137 after <n> s
            503 Server Error: Service Unavailable for url: https://api.example.com/v1/orders/77 | 503 Server Error: Service Unavailable for url: https://<host>/<id>/orders/<id>
            AmazonS3Exception: no | AmazonS3Exception: no
            com.amazonaws.services.s3.model.AmazonS3Exception: no | com.amazonaws.services.s3.model.AmazonS3Exception: no
            'utf-8' codec can't decode byte 0xff in position 7 | 'utf-8' codec can't decode byte <hex> in position <n>
            """)
    void shouldPutPlaceholders(String line, String signature) {
        assertThat(Signature.normalise(line)).isEqualTo(signature);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            Table ds_20261129 not found in run 7 | Table ds_20261130 not found in run 8
            timeout on host alpha.internal:5432 | timeout on host beta-2.internal:5433
            OOM in container_1_0001_01_000001 at 10.0.0.1 | OOM in container_2_0344_02_000777 at 10.0.9.255
            key 3f2b9c01de77aa10 lost | key aa10e6f7010203bb lost
            s3://lake/a/dt=2026-01-01/x_1.csv is empty | s3://lake/a/dt=2026-02-28/x_99.csv is empty
            took 1.5 s at 2026-11-29 10:00:00,123 | took 17 s at 2026-12-01 23:59:59,999
            """)
    void shouldBeTheSameForTheSameTrouble(String one, String other) {
        assertThat(Signature.normalise(one)).isEqualTo(Signature.normalise(other));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            HTTP 429 | HTTP 503
            ORA-00942 | ORA-00001
            exit code 1 | exit code 137
            [Errno 2] failed | [Errno 13] failed
            KeyError: 'amount' | KeyError: 'customer'
            relation "orders" does not exist | relation "customers" does not exist
            s3://lake/orders/1 is empty | s3://lake/customers/1 is empty
            java.lang.IllegalStateException: no | java.lang.IllegalArgumentException: no
            SQLSTATE: 42P01 | SQLSTATE: 42703
            """)
    void shouldDifferForDifferentTroubles(String one, String other) {
        assertThat(Signature.normalise(one)).isNotEqualTo(Signature.normalise(other));
    }

    @Test
    void shouldTakeTheLineThatEndsATraceback() {
        assertThat(of("""
                Traceback (most recent call last):
                  File "/opt/orders.py", line 12, in <module>
                    load()
                KeyError: 'amount'
                """)).isEqualTo("KeyError: 'amount'");
    }

    @Test
    void shouldPassOverDecorationAndFrames() {
        assertThat(of("\n=======\n   at com.shop.Orders.load(Orders.java:12)\nIt broke\nand more"))
                .isEqualTo("It broke");
    }

    @Test
    void shouldLeaveOutWhatALogWriterPutsInFront() {
        assertThat(of("26/11/29 10:00:00 ERROR TaskSetManager: Task 3 failed"))
                .isEqualTo("TaskSetManager: Task <n> failed");
        assertThat(of("[2026-11-29T10:00:00.417+0000] {taskinstance.py:3901} ERROR - Task failed"))
                .isEqualTo("Task failed");
        assertThat(of("[2026-11-29, 10:00:00 UTC] {local_task_job.py:208} INFO - Task exited"))
                .isEqualTo("Task exited");
    }

    @Test
    void shouldLookPastWhatEnginesPutAroundAnError() {
        assertThat(of(
                "org.apache.spark.SparkException: Job aborted due to stage failure: Task 0 in stage 1.0 failed 4 times,"
                        + " most recent failure: Lost task 0.3 in stage 1.0 (TID 3) (10.0.0.1 executor 1): java.lang.NullPointerException\n"
                        + "\tat com.shop.Orders.load(Orders.java:12)"))
                .isEqualTo("java.lang.NullPointerException");
        assertThat(of(
                "Job aborted due to stage failure: Task 0 in stage 2.1 failed 4 times, most recent failure: Lost task 0.3"
                        + " in stage 2.1 (TID 8, node2): ExecutorLostFailure (executor 9 lost)"))
                .isEqualTo("ExecutorLostFailure (executor <n> lost)");
        assertThat(of("Job aborted due to stage failure: Total size of serialized results of 7 tasks is bigger"))
                .isEqualTo("Job aborted due to stage failure: Total size of serialized results of <n> tasks is bigger");
        assertThat(of("py4j.protocol.Py4JJavaError: An error occurred while calling o123.save.\n"
                + ": org.apache.spark.SparkException: Job aborted due to stage failure: Task 1 in stage 0.0 failed 1 times,"
                + " most recent failure: Lost task 1.0 in stage 0.0 (TID 1) (host7 executor 2): java.io.IOException: gone"))
                .isEqualTo("java.io.IOException: gone");
        assertThat(of("An error occurred while calling o123.save"))
                .isEqualTo("An error occurred while calling o<n>.save");
        assertThat(
                of("Vertex failed, vertexName=Map 5, vertexId=vertex_1443634917922_0008_1_05, diagnostics=[Task failed,"
                        + " taskId=task_1443634917922_0008_1_05_000006, diagnostics=[TaskAttempt 0 failed, info=[Error: Failure while"
                        + " running task:java.lang.RuntimeException: java.lang.OutOfMemoryError: Java heap space"))
                .isEqualTo(
                        "Failure while running task:java.lang.RuntimeException: java.lang.OutOfMemoryError: Java heap space");
    }

    @Test
    void shouldPutTheTypeInFrontUnlessItIsThere() {
        assertThat(of("java.sql.SQLException", "no such column 7", Optional.empty()))
                .isEqualTo("java.sql.SQLException: no such column <n>");
        assertThat(of("java.sql.SQLException", "SQLException: no such column 7", Optional.empty()))
                .isEqualTo("SQLException: no such column <n>");
    }

    @Test
    void shouldFallBackOnTheEndOfTheOutput() {
        assertThat(of("", "", Optional.of("loading\n\ngave up at row 12\n----\n"))).isEqualTo("gave up at row <n>");
    }

    @Test
    void shouldFallBackOnWhateverElseIsKnown() {
        ErrorEvidence status = new ErrorEvidence("", Optional.empty(), Optional.empty(), Optional.of(3),
                Optional.empty(),
                Optional.empty());

        assertThat(Signature.of(Optional.of(status), FailureKind.FAILED)).isEqualTo("exit status 3");
        assertThat(Signature.of(Optional.empty(), FailureKind.FAILED)).isEqualTo("no message");
        assertThat(Signature.of(Optional.empty(), FailureKind.TIMED_OUT)).isEqualTo("timed out");
    }

    private static String of(String message) {
        return of("", message, Optional.empty());
    }

    private static String of(String type, String message, Optional<String> output) {
        return Signature.of(Optional.of(new ErrorEvidence(message, Optional.of(type).filter(text -> !text.isEmpty()),
                Optional.empty(), Optional.empty(), output, Optional.empty())), FailureKind.FAILED);
    }
}
