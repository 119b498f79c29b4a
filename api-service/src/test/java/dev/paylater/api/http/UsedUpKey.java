package dev.paylater.api.http;

import dev.paylater.api.error.ApiException;
import org.springframework.beans.factory.BeanFactory;

/** Makes the requests that a key may send, as fast as it may, until it is closed. */
public final class UsedUpKey implements AutoCloseable {

    private final Thread thread;
    private volatile boolean isOpen = true;

    public UsedUpKey(BeanFactory beans, String keyId) {
        var limit = beans.getBean(RateLimit.class);
        thread = Thread.ofPlatform().daemon().start(() -> use(limit, keyId));
    }

    private void use(RateLimit limit, String keyId) {
        while (isOpen) {
            try {
                limit.pass(keyId);
            } catch (ApiException _) {
                Thread.onSpinWait();
            }
        }
    }

    @Override
    public void close() {
        isOpen = false;
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
