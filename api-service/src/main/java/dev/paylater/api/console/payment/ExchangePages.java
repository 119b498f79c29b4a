package dev.paylater.api.console.payment;

import dev.paylater.api.console.ConsolePages;
import dev.paylater.api.console.ConsolePayments;
import dev.paylater.api.console.Frame;
import dev.paylater.api.console.IndentedJson;
import dev.paylater.api.console.Menu;
import dev.paylater.api.console.Reason;
import dev.paylater.api.console.Words;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Audited;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.store.ExchangeReads;
import dev.paylater.api.store.ExchangeReads.ProviderExchange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import tools.jackson.databind.JsonNode;

/** Asks why somebody wants to see an exchange with a provider, and then shows it. */
@Controller
final class ExchangePages {

    private static final String PAGE =
            "/console/payments/{merchantId}/{paymentId}/exchanges/{exchangeId}";

    private final ExchangeReads exchanges;

    ExchangePages(ExchangeReads exchanges) {
        this.exchanges = exchanges;
    }

    @GetMapping(PAGE)
    @Allows(value = KeyKind.ADMIN, scope = Scope.CONTACT_DETAILS)
    Answer ask(
            Call call,
            @PathVariable String merchantId,
            @PathVariable String paymentId,
            @PathVariable String exchangeId) {
        return page(call, find(merchantId, paymentId, exchangeId), null, false);
    }

    @PostMapping(PAGE)
    @Allows(value = KeyKind.ADMIN, scope = Scope.CONTACT_DETAILS)
    @Audited("openExchanges")
    Answer open(
            Call call,
            @PathVariable String merchantId,
            @PathVariable String paymentId,
            @PathVariable String exchangeId) {
        Reason.note(call, merchantId, paymentId, Map.of("exchange_id", exchangeId));
        var found = find(merchantId, paymentId, exchangeId);
        var opened = exchanges.open(found);
        return page(call, found, opened == null ? null : Json.read(opened), true);
    }

    private ProviderExchange find(String merchantId, String paymentId, String exchangeId) {
        return exchanges
                .find(merchantId, paymentId, exchangeId)
                .orElseThrow(() -> ApiException.notFound("exchange"));
    }

    private static Answer page(
            Call call, ProviderExchange found, @Nullable JsonNode opened, boolean isOpened) {
        return ConsolePages.page(
                "exchange",
                Frame.of(call, "Exchange with the provider", Menu.PAYMENTS),
                new ExchangeView(
                        ConsolePayments.address(found.merchantId(), found.paymentId()),
                        found.paymentId(),
                        found.id(),
                        facts(found, opened),
                        isOpened,
                        opened == null ? null : sent(opened),
                        opened == null ? null : answered(opened)));
    }

    private static List<PaymentPage.Fact> facts(ProviderExchange found, @Nullable JsonNode opened) {
        var facts = new ArrayList<PaymentPage.Fact>();
        facts.add(new PaymentPage.Fact("Operation", Words.readable(found.operation())));
        facts.add(new PaymentPage.Fact("Operation id", found.operationId()));
        facts.add(new PaymentPage.Fact("Connector", found.connector()));
        facts.add(new PaymentPage.Fact("Account", found.account()));
        facts.add(new PaymentPage.Fact("Time", Words.time(found.at().toString())));
        var result = Words.result(found.result());
        facts.add(new PaymentPage.Fact("Result", result));
        var reason = opened == null ? "" : opened.path("reason").asString("");
        if (!reason.isEmpty() && !reason.equals(result)) {
            facts.add(new PaymentPage.Fact("How it ended", reason));
        }
        return facts;
    }

    private static String sent(JsonNode opened) {
        var line = opened.path("method").asString("") + " " + opened.path("url").asString("");
        return message(line, opened, "request");
    }

    private static @Nullable String answered(JsonNode opened) {
        var status = opened.path("http_status").asString("");
        return status.isEmpty() ? null : message("HTTP " + status, opened, "answer");
    }

    private static String message(String firstLine, JsonNode opened, String part) {
        var lines = new StringJoiner("\n").add(firstLine);
        opened.path(part + "_headers")
                .forEachEntry((name, value) -> lines.add(name + ": " + value.asString("")));
        var body = opened.path(part + "_body").asString("");
        return body.isEmpty()
                ? lines.toString()
                : lines.add("").add(IndentedJson.of(body)).toString();
    }
}
