package dev.paylater.api.console.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.console.ConsolePages;
import dev.paylater.api.console.ConsolePayments;
import dev.paylater.api.console.Frame;
import dev.paylater.api.console.ListView;
import dev.paylater.api.console.Menu;
import dev.paylater.api.console.Money;
import dev.paylater.api.console.Words;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.document.PaymentView;
import dev.paylater.api.document.SupportRenderer;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.merchant.Merchant;
import dev.paylater.api.merchant.MerchantRepository;
import dev.paylater.api.payment.SupportSearch;
import dev.paylater.api.payment.SupportSearch.Found;
import dev.paylater.schemas.Topic;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import tools.jackson.databind.JsonNode;

/** Finds payments and lists them, as a page and as a file. */
@Controller
final class SearchController {

    private static final int PAGE = 100;
    private static final int MAX_IN_FILE = 1_000;
    private static final int MAX_MERCHANTS = 200;
    private static final List<String> COLUMNS =
            List.of(
                    "payment_id",
                    "merchant_id",
                    "created",
                    "updated",
                    "status",
                    "amount",
                    "currency",
                    "connector",
                    "error_code");

    private final SupportSearch search;
    private final SupportRenderer renderer;
    private final MerchantRepository merchants;
    private final FilterStore saved;
    private final Clock clock;

    SearchController(
            SupportSearch search,
            SupportRenderer renderer,
            MerchantRepository merchants,
            FilterStore saved,
            Clock clock) {
        this.search = search;
        this.renderer = renderer;
        this.merchants = merchants;
        this.saved = saved;
        this.clock = clock;
    }

    @GetMapping(Menu.PAYMENTS)
    @Allows(
            value = {KeyKind.ADMIN, KeyKind.SECRET},
            scope = {Scope.PAYMENTS_INSPECT, Scope.PAYMENTS_READ})
    Answer list(Call call) {
        var filter = ListFilter.of(call);
        var complaints = filter.complaints();
        var found = new Found(List.of(), null);
        String complaint = null;
        if (complaints.isEmpty()) {
            try {
                found = page(call, PAGE);
            } catch (ApiException e) {
                complaint = e.getMessage();
            }
        } else {
            complaint = "Nothing is listed: a time above cannot be read.";
        }
        var next = found.nextCursor();
        return ConsolePages.page(
                "payments",
                Frame.of(call, "Payments", Menu.PAYMENTS),
                new ListView(
                        filter.values(),
                        complaints,
                        saved(call, filter),
                        complaint == null && filter.canBeSaved(call),
                        choices(ListFilter.STATUSES, Words::status, filter.values().get("status")),
                        choices(
                                Topic.CONNECTORS,
                                Words::readable,
                                filter.values().get("connector")),
                        call.keysMerchant() == null ? merchantIds() : null,
                        found.payments().stream()
                                .map(this::shown)
                                .map(SearchController::row)
                                .toList(),
                        complaint,
                        next == null ? null : filter.address(Menu.PAYMENTS, next),
                        filter.address("/console/payments.csv", null)));
    }

    private List<ListView.Saved> saved(Call call, ListFilter shown) {
        return saved.of(call).filters().stream()
                .map(
                        each -> {
                            var left = ListFilter.kept(call, each::value);
                            return new ListView.Saved(
                                    each.name(), left.address(), left.equals(shown));
                        })
                .toList();
    }

    private List<String> merchantIds() {
        return merchants.findAllByOrderByMerchantId().stream()
                .map(Merchant::merchantId)
                .limit(MAX_MERCHANTS)
                .toList();
    }

    private Found page(Call call, int limit) {
        var text = call.filter("find");
        if (text != null) {
            return search.anything(call, text, limit);
        }
        return call.keysMerchant() == null && call.filter("merchant_id") == null
                ? search.latest(call, limit).orElseGet(() -> search.page(call, limit))
                : search.page(call, limit);
    }

    private static List<ListView.Choice> choices(
            List<String> values, UnaryOperator<String> words, @Nullable String chosen) {
        return values.stream()
                .map(value -> new ListView.Choice(value, words.apply(value), value.equals(chosen)))
                .toList();
    }

    /** As the interface shows it, which is all that support may know. */
    private JsonNode shown(PaymentDocument payment) {
        return Json.read(
                Json.write(
                        json ->
                                renderer.writeRow(
                                        PaymentView.plain(payment, clock.instant()), json)));
    }

    private static ListView.Row row(JsonNode payment) {
        var id = payment.path("payment_id").asString("");
        var merchant = payment.path("merchant_id").asString("");
        var status = payment.path("status").asString("");
        return new ListView.Row(
                ConsolePayments.address(merchant, id),
                id,
                merchant,
                Words.time(payment.path("created").asString("")),
                Money.text(
                        payment.path("amount").longValue(), payment.path("currency").asString("")),
                Words.status(status),
                Words.colour(status),
                payment.path("connector").asString("–"),
                payment.path("error_code").asString(""));
    }

    @GetMapping("/console/payments.csv")
    @Allows(
            value = {KeyKind.ADMIN, KeyKind.SECRET},
            scope = {Scope.PAYMENTS_INSPECT, Scope.PAYMENTS_READ})
    Answer file(Call call) {
        var lines =
                Stream.concat(
                        Stream.of(String.join(",", COLUMNS)),
                        page(call, MAX_IN_FILE).payments().stream()
                                .map(this::shown)
                                .map(
                                        payment ->
                                                String.join(
                                                        ",",
                                                        COLUMNS.stream()
                                                                .map(name -> cell(payment, name))
                                                                .toList())));
        return Answer.of(
                200,
                "text/csv;charset=utf-8",
                (String.join("\r\n", lines.toList()) + "\r\n").getBytes(UTF_8),
                Map.of("Content-Disposition", "attachment; filename=\"payments.csv\""));
    }

    /** A text that a spreadsheet would take for a formula begins with an apostrophe. */
    private static String cell(JsonNode payment, String name) {
        var value = payment.path(name);
        if (name.equals("amount")) {
            return Money.plain(value.longValue(), payment.path("currency").asString(""));
        }
        var text = Objects.requireNonNullElse(value.asString(null), "");
        var safe = text.matches("(?s)[=+@\\t\\r-].*") ? "'" + text : text;
        return safe.matches("(?s).*[\",\\r\\n].*") ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
    }
}
