package dev.paylater.api.console;

import dev.paylater.api.console.TableView.Cell;
import dev.paylater.api.console.TableView.Row;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** Shows the consumer groups of all services by the gauges that the alerts use. */
@Controller
final class ServicePages {

    static final String HOME = "/console/services";

    private static final String MEMBERS = "paylater.kafka.members";
    private static final String GROUP = "group";

    /** As long as the alert about it waits. */
    private static final double STANDS_STILL_SECONDS = 30;

    private final MeterRegistry meters;

    ServicePages(MeterRegistry meters) {
        this.meters = meters;
    }

    @GetMapping(HOME)
    @Allows(value = KeyKind.ADMIN, scope = Scope.PAYMENTS_INSPECT)
    Answer list(Call call) {
        var groups =
                meters.find(MEMBERS).gauges().stream()
                        .map(gauge -> Objects.requireNonNull(gauge.getId().getTag(GROUP)))
                        .collect(Collectors.toCollection(TreeSet::new));
        return ConsolePages.page(
                "table",
                Frame.of(call, "Services", HOME),
                new TableView(
                        "Services",
                        List.of("Consumer group", "Members", "Records", "Not moving for", "State"),
                        groups.stream().map(this::row).toList(),
                        "The consumer groups have not been measured yet.",
                        null));
    }

    private Row row(String group) {
        var members = sum(MEMBERS, group);
        var lag = sum("paylater.kafka.lag", group);
        var stalled = sum("paylater.kafka.stalled.seconds", group);
        var state = State.of(members, lag, stalled);
        return new Row(
                List.of(
                        plain(group),
                        plain(members == 1 ? "1 member" : (long) members + " members"),
                        plain((long) lag + " waiting"),
                        plain(stalled == 0 ? "–" : (long) stalled + " s")),
                state.text,
                state.colour,
                List.of());
    }

    /** How a group does. */
    private enum State {
        WORKS("Works", "good"),
        UNUSED("Nobody, and nothing waits", "quiet"),
        NOBODY("Nobody works", "bad"),
        STANDS_STILL("Stands still", "bad");

        private final String text;
        private final String colour;

        State(String text, String colour) {
            this.text = text;
            this.colour = colour;
        }

        static State of(double members, double lag, double stalledSeconds) {
            if (members == 0) {
                return lag == 0 ? UNUSED : NOBODY;
            }
            return stalledSeconds >= STANDS_STILL_SECONDS ? STANDS_STILL : WORKS;
        }
    }

    private double sum(String gauge, String group) {
        return meters.find(gauge).tag(GROUP, group).gauges().stream()
                .mapToDouble(Gauge::value)
                .sum();
    }

    private static Cell plain(String text) {
        return new Cell(text, null);
    }
}
