package dev.paylater.refund.core;

import dev.paylater.provider.ProviderResult;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/**
 * A provider with a ledger, idempotency keys and moods. Whatever it answers, and whether it answers
 * at all, the ledger is what happened.
 */
final class SimulatedProvider {

    /** What it made of a request under one key. */
    private enum Result {
        APPROVED,
        DECLINED,
        PENDING,
        REVIEW
    }

    private final Random random;
    private final Map<String, Result> results = new HashMap<>();
    private final Map<String, Long> ledger = new HashMap<>();

    SimulatedProvider(Random random) {
        this.random = random;
    }

    /** Minor units that were given back under a key. */
    long refunded(String key) {
        return ledger.getOrDefault(key, 0L);
    }

    long refunded() {
        return ledger.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Executes a request; the same key never moves money twice. */
    ProviderResult execute(String key, long amount) {
        return result(results.computeIfAbsent(key, _ -> decide(key, amount)));
    }

    private Result decide(String key, long amount) {
        var result =
                switch (random.nextInt(10)) {
                    case 0, 1 -> Result.DECLINED;
                    case 2, 3 -> Result.PENDING;
                    case 4 -> Result.REVIEW;
                    default -> Result.APPROVED;
                };
        if (result == Result.APPROVED) {
            ledger.put(key, amount);
        }
        return result;
    }

    /** A pending refund is decided later; returns whether this one was still open. */
    boolean settle(String key, long amount) {
        var open = results.get(key) == Result.PENDING || results.get(key) == Result.REVIEW;
        if (open && random.nextInt(4) > 0) {
            results.put(key, Result.APPROVED);
            ledger.put(key, amount);
        } else if (open) {
            results.put(key, Result.DECLINED);
        }
        return open;
    }

    ProviderResult inquire(String key) {
        var result = results.get(key);
        return result == null ? ProviderResult.notFound() : result(result);
    }

    private static ProviderResult result(Result result) {
        return switch (result) {
            case APPROVED -> ProviderResult.approved();
            case DECLINED -> Samples.declined();
            case PENDING -> Samples.pending();
            case REVIEW -> ProviderResult.inReview();
        };
    }
}
