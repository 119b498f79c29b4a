package dev.paylater.webhook.send;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import dev.paylater.webhook.send.Resources.NotAvailable;
import dev.paylater.webhook.send.Resources.Resource;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Reads a payment or refund once for all who asked for it before the read began, so that nobody
 * gets a state from before they asked. One read of it is under way at a time; who asks meanwhile
 * shares the next. Nothing outlives those who asked: what was read, or why it failed, is theirs.
 */
final class SharedReads {

    private final Resources resources;

    /** Not begun; only those who asked hold on to it. */
    private final LoadingCache<Resource, Read> next =
            Caffeine.newBuilder().weakValues().build(Read::new);

    private final LoadingCache<Resource, Lock> turns =
            Caffeine.newBuilder().weakValues().build(_ -> new ReentrantLock());

    SharedReads(Resources resources) {
        this.resources = resources;
    }

    /** The next read; it begins, after this, when the first who asked for it gets it. */
    Supplier<byte[]> next(Resource resource) {
        return next.get(resource);
    }

    private final class Read implements Supplier<byte[]> {

        private final Resource resource;
        private final FutureTask<byte[]> task = new FutureTask<>(this::inTurn);

        Read(Resource resource) {
            this.resource = resource;
        }

        @Override
        public byte[] get() {
            // Only the first time.
            task.run();
            try {
                return task.get();
            } catch (ExecutionException e) {
                var cause = Objects.requireNonNull(e.getCause());
                throw new NotAvailable(String.valueOf(cause.getMessage()), cause);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new NotAvailable("this service is stopping", e);
            }
        }

        private byte[] inTurn() {
            var turn = turns.get(resource);
            turn.lock();
            try {
                next.asMap().remove(resource, this);
                return resources.read(resource);
            } finally {
                turn.unlock();
            }
        }
    }
}
