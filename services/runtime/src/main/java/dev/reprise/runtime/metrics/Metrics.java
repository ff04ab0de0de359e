// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.function.Consumer;

import dev.reprise.runtime.http.Access;
import dev.reprise.runtime.http.HttpRoutes;
import dev.reprise.runtime.http.Response;

/**
 * The metrics of a process: one Prometheus registry with the basics of the JVM in it, served on {@code /metrics}. Meters
 * of the services are made from {@link #registry()}; labels never carry the id of a job or run.
 */
public final class Metrics implements AutoCloseable {

    private static final String TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics collections = new JvmGcMetrics();

    /** A registry with the meters of the process and {@code rerun_build_info}. */
    public Metrics(BuildVersion build) {
        this(build, nothing -> {});
    }

    /**
     * A registry with the meters of the process and {@code rerun_build_info}.
     *
     * @param filters sets the filters of the registry; later they would let through what is registered already
     */
    public Metrics(BuildVersion build, Consumer<MeterRegistry> filters) {
        filters.accept(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ClassLoaderMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        collections.bindTo(registry);
        Gauge.builder("rerun.build.info", () -> 1).description("what is running").tag("version", build.version())
                .tag("revision", build.revision()).tag("java", Runtime.version().toString()).register(registry);
    }

    /** Where meters are made. */
    public MeterRegistry registry() {
        return registry;
    }

    /**
     * Makes the counters of a name at 0, one for each value of a label: the increase of a series that is born at 1 is 0, so
     * that the first of its kind would not be seen.
     */
    public static void preregister(MeterRegistry registry, String name, String description, String label,
            Collection<String> values) {
        values.forEach(value -> Counter.builder(name).description(description).tag(label, value).register(registry));
    }

    /** All meters in the text format of Prometheus. */
    public String scrape() {
        return registry.scrape("text/plain; version=0.0.4");
    }

    /** {@code /metrics}, open to whoever is on this machine. */
    public HttpRoutes routes() {
        return routes -> routes.get("/metrics", Access.OPEN_ON_LOOPBACK,
                request -> Response.bytes(200, TEXT_FORMAT, scrape().getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void close() {
        collections.close();
        registry.close();
    }
}
