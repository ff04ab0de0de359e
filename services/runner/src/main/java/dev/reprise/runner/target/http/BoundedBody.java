// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runner.target.http;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Reads the first bytes of a body and lets the rest go, however much there is. */
final class BoundedBody implements HttpResponse.BodySubscriber<BoundedBody.Part> {
    private final int most;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<Part> result = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;

    /**
     * What was read.
     *
     * @param bytes the first bytes
     * @param whole whether there were no more
     */
    record Part(byte[] bytes, boolean whole) {}

    BoundedBody(int most) {
        this.most = most;
    }

    @Override
    public CompletionStage<Part> getBody() {
        return result;
    }

    @Override
    public void onSubscribe(Flow.Subscription newSubscription) {
        subscription = newSubscription;
        newSubscription.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            byte[] chunk = new byte[Math.min(buffer.remaining(), most - bytes.size())];
            buffer.get(chunk);
            bytes.writeBytes(chunk);
            if (buffer.hasRemaining()) {
                cancel();
                result.complete(new Part(bytes.toByteArray(), false));
                return;
            }
        }
        if (subscription != null) {
            subscription.request(1);
        }
    }

    @Override
    public void onError(Throwable failure) {
        result.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        result.complete(new Part(bytes.toByteArray(), true));
    }

    private void cancel() {
        if (subscription != null) {
            subscription.cancel();
        }
    }
}
