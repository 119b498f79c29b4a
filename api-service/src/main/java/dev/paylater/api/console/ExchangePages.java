package dev.paylater.api.console;

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
                Frame.of(call, "Exchange with the provider", "/console/payments"),
                new ExchangeView(
                        Payments.address(found.merchantId(), found.paymentId()),
                        found.paymentId(),
                        found.id(),
                        isOpened,
                        opened == null ? List.of() : facts(found, opened),
                        opened == null ? null : opened.path("request_body").asString(null),
                        opened == null ? null : opened.path("answer_body").asString(null)));
    }

    private static List<PaymentPage.Fact> facts(ProviderExchange found, JsonNode opened) {
        var facts = new ArrayList<PaymentPage.Fact>();
        facts.add(new PaymentPage.Fact("Operation", found.operationId()));
        facts.add(new PaymentPage.Fact("Result", found.result()));
        for (var name : List.of("method", "url", "http_status", "reason")) {
            var text = opened.path(name).asString("");
            if (!text.isEmpty()) {
                facts.add(new PaymentPage.Fact(name.replace('_', ' '), text));
            }
        }
        for (var headers : List.of("request_headers", "answer_headers")) {
            opened.path(headers)
                    .forEachEntry(
                            (name, value) ->
                                    facts.add(
                                            new PaymentPage.Fact(
                                                    headers.startsWith("request")
                                                            ? "Sent " + name
                                                            : "Answered " + name,
                                                    value.asString(""))));
        }
        return facts;
    }
}
