package dev.paylater.webhook.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * When a delivery is tried again: soon, then ever later, then daily, until it is given up.
 *
 * @param delays after the first attempt, the second and so on; the last one repeats
 * @param giveUpAfter since the first attempt
 * @param longestAsked an endpoint that asks to be left alone is heard for so long
 * @param random from 0 to 1, so that what failed together does not come back together
 */
public record RetrySchedule(
        List<Duration> delays, Duration giveUpAfter, Duration longestAsked, DoubleSupplier random) {

    private static final double JITTER = 0.2;

    /**
     * The time of the next attempt; empty when there is none.
     *
     * @param attempts that were made since the first
     * @param asked how long the endpoint wants to be left alone at least
     */
    public Optional<Instant> next(
            int attempts, Instant first, Instant now, @Nullable Duration asked) {
        var delay = delays.get(Math.min(attempts, delays.size()) - 1);
        var jittered = delay.plusMillis((long) (delay.toMillis() * JITTER * random.getAsDouble()));
        var next = now.plus(longer(jittered, asked));
        return now.plus(delay).isAfter(first.plus(giveUpAfter))
                ? Optional.empty()
                : Optional.of(next);
    }

    private Duration longer(Duration delay, @Nullable Duration asked) {
        if (asked == null || asked.compareTo(delay) <= 0) {
            return delay;
        }
        return asked.compareTo(longestAsked) > 0 ? longestAsked : asked;
    }
}
