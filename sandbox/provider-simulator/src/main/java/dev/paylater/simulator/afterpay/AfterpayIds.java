package dev.paylater.simulator.afterpay;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.paylater.simulator.payment.TimeAndIds;
import java.util.concurrent.atomic.AtomicLong;

/** Orders and refunds have numbers, everything else has letters. */
final class AfterpayIds implements TimeAndIds.Ids {

    private static final long NUMBERS_A_MILLISECOND = 1_000;

    private final AtomicLong latest = new AtomicLong();

    @Override
    public String next(TimeAndIds.Kind kind) {
        return switch (kind) {
            case PAYMENT, REFUND, VOID -> number();
            case CAPTURE, INCREMENT -> UlidCreator.getMonotonicUlid().toString();
            case DISPUTE -> "dp_" + UlidCreator.getMonotonicUlid();
        };
    }

    static String token() {
        return "002." + UlidCreator.getMonotonicUlid().toLowerCase();
    }

    /** Grows with the time, so that a restart does not give a number again. */
    private String number() {
        var now = System.currentTimeMillis() * NUMBERS_A_MILLISECOND;
        return Long.toString(latest.updateAndGet(before -> Math.max(before + 1, now)));
    }
}
