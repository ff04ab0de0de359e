// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import dev.reprise.runtime.config.ConfigException;

class ClusterSettingTest {

    @Test
    void shouldTakeTheClusterItRunsInWhereNoneIsNamed() {
        ClusterSetting own = new ClusterSetting("k8s", Optional.empty(), Optional.empty(), Optional.empty(), null,
                null);
        assertThat(own.address()).isEqualTo("https://kubernetes.default.svc");
        assertThat(own.token()).contains(Path.of("/var/run/secrets/kubernetes.io/serviceaccount/token"));
        assertThat(own.certificates()).contains(Path.of("/var/run/secrets/kubernetes.io/serviceaccount/ca.crt"));
        assertThat(own.kinds()).containsExactly("jobs");
    }

    @Test
    void shouldSendNoTokenOfThisClusterToAnother() {
        ClusterSetting other = new ClusterSetting("k8s", Optional.of("https://k8s.example.org:6443/"), Optional.empty(),
                Optional.empty(), null, null);
        assertThat(other.address()).isEqualTo("https://k8s.example.org:6443");
        assertThat(other.token()).isEmpty();
        assertThat(other.certificates()).isEmpty();
    }

    @Test
    void shouldNameEveryProblemAtOnce() {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> new ClusterSetting("a b", Optional.of("http://k8s.example.org"), Optional.empty(),
                        Optional.empty(), List.of("Batch"), List.of("pods")))
                .satisfies(refused -> assertThat(refused.problems()).extracting(problem -> problem.path())
                        .containsExactly("name", "url", "namespaces", "kinds"));
    }
}
