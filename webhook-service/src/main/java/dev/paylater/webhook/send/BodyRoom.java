package dev.paylater.webhook.send;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.util.unit.DataSize;

/**
 * What the bodies in hand may hold together, in bytes. A bound on their number alone is none on the
 * memory: 500 bodies of the largest payments are more than the heap, and an instance that dies of
 * them finds them again when it has started.
 */
final class BodyRoom {

    /** The largest payment, as it was read, parsed and written again. */
    private static final int KIB_TO_MAKE_ONE = 4 * 1024;

    private static final int KIB = 1024;

    private final Semaphore kib;
    private final Duration patience;

    /**
     * Room for bodies.
     *
     * @param patience how long a delivery waits for room before it is put back
     */
    BodyRoom(DataSize size, Duration patience) {
        this.kib = new Semaphore((int) Math.max(size.toKilobytes(), KIB_TO_MAKE_ONE), true);
        this.patience = patience;
    }

    /** Room to make one body; empty when there is none for a while. */
    Optional<Place> take() {
        try {
            return kib.tryAcquire(KIB_TO_MAKE_ONE, patience.toNanos(), TimeUnit.NANOSECONDS)
                    ? Optional.of(new Place())
                    : Optional.empty();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    int freeKib() {
        return kib.availablePermits();
    }

    /** The room of one body, which one thread has. */
    final class Place implements AutoCloseable {

        private int held = KIB_TO_MAKE_ONE;

        /** Once it is written only its bytes are held, for as long as the endpoint takes. */
        void keepFor(byte[] body) {
            var needed = Math.min(held, body.length / KIB + 1);
            kib.release(held - needed);
            held = needed;
        }

        @Override
        public void close() {
            kib.release(held);
            held = 0;
        }
    }
}
