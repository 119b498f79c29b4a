package dev.paylater.api.console.operator;

import dev.paylater.api.console.ConsolePages;
import dev.paylater.api.console.Frame;
import dev.paylater.api.console.Menu;
import dev.paylater.api.console.TableView;
import dev.paylater.api.console.TableView.Cell;
import dev.paylater.api.console.TableView.Row;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** Shows the consumer groups of all services by the gauges that the alerts use. */
@Controller
final class ServicePages {

    private final MeterRegistry meters;

    ServicePages(MeterRegistry meters) {
        this.meters = meters;
    }

    @GetMapping(Menu.SERVICES)
    @Allows(value = KeyKind.ADMIN, scope = Scope.PAYMENTS_INSPECT)
    Answer list(Call call) {
        return ConsolePages.page(
                "table",
                Frame.of(call, "Services", Menu.SERVICES),
                new TableView(
                        "Services",
                        List.of("Consumer group", "Members", "Records", "Not moving for", "State"),
                        ConsumerGroup.names(meters).stream().map(this::row).toList(),
                        "The consumer groups have not been measured yet.",
                        null));
    }

    private Row row(String name) {
        var group = ConsumerGroup.of(meters, name);
        var members = (long) group.members();
        var stalled = (long) group.stalledSeconds();
        return new Row(
                List.of(
                        plain(name),
                        plain(members == 1 ? "1 member" : members + " members"),
                        plain((long) group.records() + " waiting"),
                        plain(group.stalledSeconds() == 0 ? "–" : stalled + " s")),
                group.state().text,
                group.state().colour,
                List.of());
    }

    private static Cell plain(String text) {
        return new Cell(text, null);
    }
}
