package dev.paylater.api.console.operator;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.admin.AuditSearch;
import dev.paylater.api.audit.AuditLine;
import dev.paylater.api.audit.AuditOutcome;
import dev.paylater.api.console.ActView;
import dev.paylater.api.console.ConsolePages;
import dev.paylater.api.console.Frame;
import dev.paylater.api.console.Menu;
import dev.paylater.api.console.Words;
import dev.paylater.api.console.operator.AuditView.Row;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** Shows the audit log with the filters of GET /audit_log, 100 lines a page. */
@Controller
final class AuditPages {

    private static final int PAGE = 100;
    private static final List<String> FILTERS =
            List.of("merchant_id", "actor", "action", "from", "to");

    private final AuditSearch search;

    AuditPages(AuditSearch search) {
        this.search = search;
    }

    @GetMapping(Menu.AUDIT_LOG)
    @Allows(value = KeyKind.ADMIN, scope = Scope.AUDIT_READ)
    Answer list(Call call) {
        var filters = new LinkedHashMap<String, String>();
        List<AuditLine> found = List.of();
        String complaint = null;
        try {
            for (var name : FILTERS) {
                var value = call.filter(name);
                if (value != null) {
                    filters.put(name, value);
                }
            }
            found = search.find(call, PAGE + 1);
        } catch (ApiException e) {
            complaint = e.getMessage();
        }
        var shown = found.stream().limit(PAGE).toList();
        return ConsolePages.page(
                "audit_log",
                Frame.of(call, "Audit log", Menu.AUDIT_LOG),
                new AuditView(
                        filters,
                        shown.stream().map(AuditPages::row).toList(),
                        complaint,
                        found.size() > PAGE ? next(filters, shown.getLast().lineId()) : null));
    }

    private static Row row(AuditLine line) {
        return new Row(
                Words.time(line.at()),
                Objects.requireNonNullElse(line.actorName(), line.actor()),
                address(Map.of("actor", line.actor())),
                line.action(),
                Stream.of(line.merchantId(), line.resourceId())
                        .filter(Objects::nonNull)
                        .collect(Collectors.joining(" / ")),
                Words.readable(line.outcome()) + (line.status() == null ? "" : " " + line.status()),
                colour(line.outcome()),
                List.of(
                        fact("Line", line.lineId()),
                        fact("Actor", line.actor()),
                        fact("From", line.address()),
                        fact("Request", line.requestId()),
                        fact("Act", line.actId()),
                        fact("Before", line.before()),
                        fact("After", line.after())));
    }

    private static ActView.Fact fact(String name, @Nullable String value) {
        return new ActView.Fact(name, Objects.requireNonNullElse(value, "–"), null);
    }

    private static String colour(String outcome) {
        if (outcome.equals(AuditOutcome.REQUESTED.wireName())) {
            return "quiet";
        }
        return outcome.equals(AuditOutcome.DONE.wireName()) ? "good" : "bad";
    }

    private static String next(Map<String, String> filters, String after) {
        var query = new LinkedHashMap<>(filters);
        query.put("starting_after", after);
        return address(query);
    }

    private static String address(Map<String, String> query) {
        return Menu.AUDIT_LOG
                + "?"
                + query.entrySet().stream()
                        .map(
                                field ->
                                        field.getKey()
                                                + "="
                                                + URLEncoder.encode(field.getValue(), UTF_8))
                        .collect(Collectors.joining("&"));
    }
}
