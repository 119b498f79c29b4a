package dev.paylater.api.payment;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.store.ExchangeReads;
import dev.paylater.api.store.ExchangeReads.ProviderExchange;
import dev.paylater.api.store.PaymentReads;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import tools.jackson.core.JsonGenerator;

/** Opens a payment's exchanges with providers, for a reason that the audit log keeps. */
@Controller
final class ExchangeController {

    private static final String REASON = "reason";
    private static final int MAX_CHARACTERS = 255;

    private final PaymentReads payments;
    private final ExchangeReads exchanges;

    ExchangeController(PaymentReads payments, ExchangeReads exchanges) {
        this.payments = payments;
        this.exchanges = exchanges;
    }

    @GetMapping("/admin/payments/{merchantId}/{paymentId}/exchanges")
    @Allows(value = KeyKind.ADMIN, scope = Scope.CONTACT_DETAILS)
    Answer open(Call call, @PathVariable String merchantId, @PathVariable String paymentId) {
        var id = PaymentIds.require(paymentId);
        var reason = call.query(REASON);
        if (reason == null || reason.isBlank() || reason.length() > MAX_CHARACTERS) {
            throw ApiException.of(
                    Problem.malformed(REASON, "must have 1 to " + MAX_CHARACTERS + " characters"));
        }
        if (payments.find(merchantId, id).isEmpty()) {
            throw ApiException.notFound("payment");
        }
        call.opens(merchantId, id, reason);
        var all = exchanges.list(merchantId, id);
        return Answer.json(
                json -> {
                    json.writeStartObject();
                    json.writeArrayPropertyStart("data");
                    all.forEach(exchange -> write(exchange, json));
                    json.writeEndArray();
                    json.writeEndObject();
                });
    }

    private void write(ProviderExchange exchange, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("exchange_id", exchange.id());
        json.writeStringProperty("operation_id", exchange.operationId());
        json.writeStringProperty("operation", exchange.operation());
        json.writeStringProperty("connector", exchange.connector());
        json.writeStringProperty("merchant_connector_id", exchange.account());
        json.writeStringProperty("at", exchange.at().toString());
        json.writeStringProperty("result", exchange.result());
        json.writeName("exchange");
        var opened = exchanges.open(exchange);
        if (opened == null) {
            json.writeNull();
        } else {
            json.writeTree(Json.read(opened));
        }
        json.writeEndObject();
    }
}
