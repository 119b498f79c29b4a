package dev.paylater.api.console.operator;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A consumer group by the gauges that the alerts use.
 *
 * @param records that wait
 * @param stalledSeconds for how long none of them has moved
 */
public record ConsumerGroup(double members, double records, double stalledSeconds) {

    private static final String MEMBERS = "paylater.kafka.members";
    private static final String GROUP = "group";

    /** As long as the alert about it waits. */
    private static final double STANDS_STILL_SECONDS = 30;

    /** How a group does. */
    public enum State {
        WORKS("Works", "good"),
        UNUSED("Nobody, and nothing waits", "quiet"),
        NOBODY("Nobody works", "bad"),
        STANDS_STILL("Stands still", "bad");

        public final String text;
        public final String colour;

        State(String text, String colour) {
            this.text = text;
            this.colour = colour;
        }
    }

    /** The names of those that have been measured. */
    static TreeSet<String> names(MeterRegistry meters) {
        return meters.find(MEMBERS).gauges().stream()
                .map(gauge -> Objects.requireNonNull(gauge.getId().getTag(GROUP)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    public static ConsumerGroup of(MeterRegistry meters, String name) {
        return new ConsumerGroup(
                sum(meters, MEMBERS, name),
                sum(meters, "paylater.kafka.lag", name),
                sum(meters, "paylater.kafka.stalled.seconds", name));
    }

    private static double sum(MeterRegistry meters, String gauge, String name) {
        return meters.find(gauge).tag(GROUP, name).gauges().stream()
                .mapToDouble(Gauge::value)
                .sum();
    }

    public State state() {
        if (members == 0) {
            return records == 0 ? State.UNUSED : State.NOBODY;
        }
        return stalledSeconds >= STANDS_STILL_SECONDS ? State.STANDS_STILL : State.WORKS;
    }
}
