// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.reprise.runner.target.CallOutcome;
import dev.reprise.runner.target.FenceOutcome;
import dev.reprise.runner.target.KeyedTargetKit;
import dev.reprise.runner.target.QueryOutcome;
import dev.reprise.runner.target.Secrets;
import dev.reprise.runner.target.Target;
import dev.reprise.runner.target.TargetRequest;
import dev.reprise.schemas.job.DispatchClass;
import dev.reprise.schemas.job.HttpFence;
import dev.reprise.schemas.job.HttpQuery;
import dev.reprise.schemas.job.HttpSuccess;
import dev.reprise.schemas.job.TargetSpec;
import dev.reprise.schemas.wire.WireCodec;

/** What a target that says it is fenced must prove. */
class FencedHttpTargetTest {
    private final FencedScheduler scheduler = new FencedScheduler();
    private final TargetRequest request = KeyedTargetKit.aRequest("fenced");

    @AfterEach
    void close() {
        scheduler.close();
    }

    @Test
    void shouldStartUnderItsToken() {
        assertThat(target().guarantee()).isEqualTo(new DispatchClass.Fenced());
        assertThat(target().call(request)).isInstanceOf(CallOutcome.Accepted.class);
        assertThat(scheduler.starts(id())).isOne();
    }

    @Test
    void shouldRefuseACallUnderAStaleToken() {
        assertThat(target().fence(request.allowedBy(20))).isEqualTo(new FenceOutcome.Installed());
        assertThat(target().call(request.allowedBy(19))).isInstanceOfSatisfying(CallOutcome.Refused.class,
                refused -> assertThat(refused.conflict()).isTrue());
        assertThat(target().query(request.allowedBy(20))).isEqualTo(new QueryOutcome.NotFound());
        assertThat(target().call(request.allowedBy(20))).isInstanceOf(CallOutcome.Accepted.class);
        assertThat(scheduler.starts(id())).isOne();
    }

    @Test
    void shouldFindTheRunOfALostAnswer() {
        scheduler.losesAnswers(true);
        assertThat(target().call(request)).isInstanceOfAny(CallOutcome.Accepted.class, CallOutcome.Unknown.class);
        scheduler.losesAnswers(false);
        assertThat(target().fence(request.allowedBy(20))).isEqualTo(new FenceOutcome.Installed());
        assertThat(target().query(request.allowedBy(20))).isInstanceOf(QueryOutcome.Found.class);
        assertThat(scheduler.starts(id())).isOne();
    }

    @Test
    void shouldNotBelieveInAFenceWithoutAnAnswer() {
        scheduler.losesAnswers(true);
        assertThat(target().fence(request)).isInstanceOf(FenceOutcome.Unknown.class);
    }

    @Test
    void shouldNotBelieveInAFenceThatIsRefused() {
        target().fence(request.allowedBy(20));
        assertThat(target().fence(request.allowedBy(19))).isInstanceOfSatisfying(FenceOutcome.Unknown.class,
                unknown -> assertThat(unknown.detail()).isEqualTo("the fence was answered 409: {}"));
    }

    private String id() {
        return request.rerunId().value();
    }

    private Target target() {
        String url = scheduler.url();
        return new HttpTargets(new HttpSettings(Duration.ofSeconds(5), Duration.ofSeconds(60)),
                new Secrets(Map.<String, String>of()::get), new WireCodec().mapper())
                .of(new TargetSpec.Http("POST", url + "/runs/{{rerunId}}/{{fence}}", Map.of(), Optional.empty(),
                        Optional.empty(),
                        new HttpSuccess(List.of(201), Optional.empty(), Optional.empty(), Optional.empty()),
                        Optional.of(new HttpQuery(url + "/runs/{{rerunId}}")),
                        Optional.of(new HttpFence("PUT", url + "/tokens/{{rerunId}}/{{fence}}", Optional.of("{}"))),
                        new DispatchClass.Fenced(), Duration.ofSeconds(3)));
    }
}
