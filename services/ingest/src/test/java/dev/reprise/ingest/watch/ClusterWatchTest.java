// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

import dev.reprise.ingest.kubernetes.KubernetesFormat;
import dev.reprise.ingest.meter.IngestMeters;
import dev.reprise.ingest.source.Finding;
import dev.reprise.ingest.source.RawBody;

class ClusterWatchTest {

    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final Instant NOW = Instant.parse("2026-11-29T07:00:00Z");
    private static final String COMPLETE = ",\"conditions\":[{\"type\":\"Complete\",\"status\":\"True\","
            + "\"lastTransitionTime\":\"%s\"}]";

    private final StubCluster cluster = new StubCluster();
    private final List<ObjectNode> taken = Collections.synchronizedList(new ArrayList<>());
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final List<ClusterWatch> watches = new ArrayList<>();

    @AfterEach
    void close() {
        watches.forEach(ClusterWatch::close);
        cluster.close();
    }

    @Test
    void shouldListInPagesAndWatchFromThere() {
        cluster.put("a", "");
        cluster.put("b", "");
        cluster.put("c", "");
        long listed = cluster.version();
        cluster.atNextWatch(line -> {
            line.write(cluster.put("d", ""));
            line.write(cluster.put("a", COMPLETE.formatted("2026-11-29T06:30:00Z")));
            line.write(cluster.remove("b"));
        });
        ClusterWatch watch = watch(this::take);
        awaitTaken("a", "b", "c", "d", "a", "b");
        assertThat(cluster.requests().getFirst()).startsWith("/apis/batch/v1/namespaces/batch/jobs?limit=");
        assertThat(cluster.requests().get(1)).contains("&continue=2");
        assertThat(cluster.requests().get(2)).contains("watch=1", "allowWatchBookmarks=true",
                "resourceVersion=" + listed);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(watch.faults()).isEmpty());
    }

    @Test
    void shouldTakeAStateOnceHoweverOftenItIsTold() {
        cluster.put("a", "");
        cluster.atNextWatch(line -> {
            String b = cluster.put("b", "");
            line.write(b + b);
            line.write(cluster.put("c", ""));
        });
        watch(this::take);
        awaitTaken("a", "b", "c");
    }

    @Test
    void shouldTakeWhatComesByALineThatWasBroken() {
        cluster.put("a", "");
        cluster.atNextWatch(line -> {
            line.write(cluster.put("b", ""));
            String c = cluster.put("c", "");
            line.write(c.substring(0, c.length() / 2));
            line.cut();
        });
        watch(this::take);
        awaitTaken("a", "b", "c");
        assertThat(lists()).isOne();
    }

    @Test
    void shouldListAgainWhenThePlaceIsForgotten() {
        cluster.put("a", "");
        cluster.forget();
        cluster.atNextWatch(line -> {
            cluster.put("missed", "");
            line.write(StubCluster.gone());
        });
        watch(this::take);
        awaitTaken("a", "missed");
        await().atMost(PATIENCE).until(() -> lists() == 3);
        assertThat(registry.counter("rerun.source.watches", "format", "kubernetes", "outcome", "expired").count())
                .isEqualTo(2);
    }

    @Test
    void shouldMoveOnByBookmarks() {
        cluster.put("a", "");
        long[] marked = {0};
        cluster.atNextWatch(line -> {
            line.write(cluster.bookmark());
            marked[0] = cluster.version();
        });
        watch(this::take);
        await().atMost(PATIENCE).until(() -> marked[0] > 0 && watchesFrom(marked[0]) == 1);
        assertThat(uids()).containsExactly("a");
    }

    @Test
    void shouldBringAnObjectUntilItIsTaken() {
        AtomicInteger refusals = new AtomicInteger(2);
        cluster.put("a", "");
        cluster.atNextWatch(line -> {
            line.write(cluster.put("b", ""));
            line.write(cluster.put("c", ""));
        });
        watch(object -> {
            if (uid(object).equals("b") && refusals.getAndDecrement() > 0) {
                return false;
            }
            return take(object);
        });
        awaitTaken("a", "b", "c");
        assertThat(refusals).hasNegativeValue();
        assertThat(lists()).isOne();
    }

    @Test
    void shouldSayWhatIsMissingAndGoOnWhenItIsThere() {
        cluster.put("a", "");
        cluster.refuseWith(Optional.of("403 Forbidden"));
        ClusterWatch watch = watch(this::take);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(watch.faults())
                .containsExactly("list and watch of jobs of batch are not allowed: bind the role; answered 403: no"));
        cluster.refuseWith(Optional.empty());
        awaitTaken("a");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(watch.faults()).isEmpty());
    }

    /** The second process lists what the first one has told; what ended long ago is nobody's news. */
    @Test
    void shouldListAfterARestartWithoutWhatIsTooOld() {
        cluster.put("old", COMPLETE.formatted("2026-11-20T06:30:00Z"));
        cluster.put("a", COMPLETE.formatted("2026-11-29T06:30:00Z"));
        watch(this::take);
        awaitTaken("a");
        watches.getFirst().close();
        cluster.put("b", "");
        watch(this::take);
        awaitTaken("a", "a", "b");
    }

    @Test
    void shouldReadTheTokenAgainForEachRequest(@TempDir Path directory) throws IOException {
        Path token = Files.writeString(directory.resolve("token"), "first\n");
        cluster.atNextWatch(line -> {
            Files.writeString(token, "second\n");
            line.write(cluster.bookmark());
        });
        watch(new ClusterSetting("k8s", Optional.of("http://127.0.0.1:" + cluster.port() + "/"),
                Optional.of(token.toString()), Optional.empty(), null, null), this::take);
        await().atMost(PATIENCE).until(() -> cluster.tokens().size() >= 3);
        assertThat(cluster.tokens()).startsWith("Bearer first", "Bearer first", "Bearer second");
        assertThat(cluster.requests().getFirst()).startsWith("/apis/batch/v1/jobs?");
    }

    @Test
    void shouldTrustTheCertificatesOfTheFileAlone(@TempDir Path directory) throws Exception {
        SSLContext context = selfSigned(directory);
        try (StubCluster secured = new StubCluster(context.getServerSocketFactory())) {
            secured.put("a", "");
            String url = "https://127.0.0.1:" + secured.port();
            ClusterWatch distrusting = watch(setting(url, Optional.empty()), this::take);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(distrusting.faults()).first().asString().contains("SSL"));
            assertThat(taken).isEmpty();
            watch(setting(url, Optional.of(directory.resolve("ca.crt").toString())), this::take);
            awaitTaken("a");
        }
    }

    @Test
    void shouldHandOverWhatTheFormatReadsAndNoSecret() {
        cluster.put("a", COMPLETE.formatted("2026-11-29T06:30:00Z"));
        watch(this::take);
        awaitTaken("a");
        ObjectNode object = taken.getFirst();
        assertThat(object.toString()).doesNotContain("s3cret", "managedFields");
        KubernetesFormat format = new KubernetesFormat();
        assertThat(format.entity(object)).isEqualTo("a");
        assertThat(format.version(object)).contains("batch/v1");
        assertThat(format.read(RawBody.fresh("k8s", ZoneOffset.UTC, object, NOW)).findings()).hasSize(2)
                .allMatch(Finding.Told.class::isInstance);
    }

    private boolean take(ObjectNode object) {
        return taken.add(object);
    }

    private List<String> uids() {
        synchronized (taken) {
            return taken.stream().map(ClusterWatchTest::uid).toList();
        }
    }

    private static String uid(ObjectNode object) {
        return object.at("/metadata/uid").asString();
    }

    private void awaitTaken(String... uids) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(uids()).containsExactly(uids));
    }

    private long lists() {
        return cluster.requests().stream().filter(path -> path.contains("limit=") && !path.contains("continue="))
                .count();
    }

    private long watchesFrom(long version) {
        return cluster.requests().stream()
                .filter(path -> path.contains("watch=1") && path.endsWith("resourceVersion=" + version)).count();
    }

    private ClusterWatch watch(Intake intake) {
        return watch(new ClusterSetting("k8s", Optional.of("http://127.0.0.1:" + cluster.port()), Optional.empty(),
                Optional.empty(), List.of("batch"), null), intake);
    }

    private ClusterWatch watch(ClusterSetting setting, Intake intake) {
        ClusterWatch watch = new ClusterWatch(setting, intake, Duration.ofDays(7), new IngestMeters(registry),
                () -> NOW, Duration.ofMillis(2), Duration.ofMillis(20));
        watches.add(watch);
        watch.start();
        return watch;
    }

    private static ClusterSetting setting(String url, Optional<String> certificates) {
        return new ClusterSetting("k8s", Optional.of(url), Optional.empty(), certificates, null, null);
    }

    private static SSLContext selfSigned(Path directory) throws Exception {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Path store = directory.resolve("server.p12");
        run(keytool.toString(), "-genkeypair", "-alias", "server", "-keyalg", "EC", "-dname", "CN=stub", "-ext",
                "san=ip:127.0.0.1", "-storetype", "PKCS12", "-keystore", store.toString(), "-storepass", "changeit");
        run(keytool.toString(), "-exportcert", "-rfc", "-alias", "server", "-keystore", store.toString(), "-storepass",
                "changeit", "-file", directory.resolve("ca.crt").toString());
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, "changeit".toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, "changeit".toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private static void run(String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(output).isZero();
    }
}
