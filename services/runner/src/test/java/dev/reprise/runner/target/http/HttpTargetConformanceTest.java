// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.http;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import dev.reprise.runner.target.Behaviour;
import dev.reprise.runner.target.KeyedTargetKit;
import dev.reprise.runner.target.Secrets;
import dev.reprise.runner.target.Target;
import dev.reprise.schemas.id.RerunId;
import dev.reprise.schemas.job.DispatchClass;
import dev.reprise.schemas.job.HttpQuery;
import dev.reprise.schemas.job.HttpSuccess;
import dev.reprise.schemas.job.TargetSpec;
import dev.reprise.schemas.wire.WireCodec;

class HttpTargetConformanceTest implements KeyedTargetKit {
    private FakeScheduler scheduler;
    private boolean unreachable;

    @BeforeEach
    void open() {
        scheduler = new FakeScheduler();
    }

    @AfterEach
    void close() throws IOException {
        scheduler.close();
    }

    @Override
    public World world() {
        return new World() {
            @Override
            public Target target() {
                String url = unreachable ? "http://127.0.0.1:1" : scheduler.url();
                unreachable = false;
                return new HttpTargets(new HttpSettings(Duration.ofSeconds(5), Duration.ofSeconds(60)),
                        new Secrets(Map.<String, String>of()::get), new WireCodec().mapper()).of(spec(url));
            }

            @Override
            public void arrange(Behaviour behaviour) {
                if (behaviour == Behaviour.UNREACHABLE) {
                    unreachable = true;
                } else {
                    scheduler.arrange(behaviour);
                }
            }

            @Override
            public int effects(RerunId rerunId) {
                return scheduler.effects(rerunId.value());
            }
        };
    }

    private static TargetSpec.Http spec(String url) {
        return new TargetSpec.Http("POST", url + "/runs", Map.of(), Optional.of("{\"job\":\"{{name}}\"}"),
                Optional.of("Idempotency-Key"),
                new HttpSuccess(List.of(201), Optional.empty(), Optional.empty(), Optional.of("/id")),
                Optional.of(new HttpQuery(url + "/runs/{{rerunId}}")), Optional.empty(),
                new DispatchClass.Keyed(Duration.ofDays(1)),
                Duration.ofSeconds(3));
    }
}
