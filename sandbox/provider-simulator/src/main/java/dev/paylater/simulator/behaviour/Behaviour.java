package dev.paylater.simulator.behaviour;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** How a provider misbehaves: milliseconds, chances from 0 to 1, and further copies of webhooks. */
public record Behaviour(
        String connector,
        @JsonProperty("latency_ms") long latencyMillis,
        @JsonProperty("jitter_ms") long jitterMillis,
        @JsonProperty("error_rate") double errorRate,
        @JsonProperty("timeout_rate") double timeoutRate,
        @JsonProperty("lost_answer_rate") double lostAnswerRate,
        @JsonProperty("throttle_rate") double throttleRate,
        @JsonProperty("malformed_rate") double malformedRate,
        @JsonProperty("truncated_rate") double truncatedRate,
        @JsonProperty("webhook_delay_ms") long webhookDelayMillis,
        @JsonProperty("webhook_duplicates") int webhookDuplicates) {

    static final Behaviour NORMAL = new Behaviour("*", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** What is wrong with it, or null. */
    public @Nullable String problem() {
        if (connector == null || connector.isEmpty()) {
            return "connector is required.";
        }
        var rates =
                DoubleStream.of(
                        errorRate,
                        timeoutRate,
                        lostAnswerRate,
                        throttleRate,
                        malformedRate,
                        truncatedRate);
        if (!rates.allMatch(rate -> rate >= 0 && rate <= 1)) {
            return "A rate is between 0 and 1.";
        }
        return latencyMillis < 0
                        || jitterMillis < 0
                        || webhookDelayMillis < 0
                        || webhookDuplicates < 0
                        || webhookDuplicates > 100
                ? "Times and counts are not negative, and 100 duplicates are enough."
                : null;
    }
}
