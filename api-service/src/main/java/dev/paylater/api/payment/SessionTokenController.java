package dev.paylater.api.payment;

import static dev.paylater.api.payment.PaymentFields.text;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.error.Problem;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.offer.Offers;
import dev.paylater.api.store.PaymentReads;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.node.ObjectNode;

/**
 * Session tokens: what a client needs to show the ways to pay. pay_later providers open their own
 * sessions on confirm, so a token says which connectors are offered and that the payment is
 * confirmed next.
 */
@Controller
final class SessionTokenController {

    private static final Set<String> OPEN =
            Set.of("requires_payment_method", "requires_confirmation", "requires_customer_action");

    private final Form form;
    private final PaymentReads payments;
    private final ClientAccess clients;
    private final Offers offers;

    SessionTokenController(
            Forms forms, PaymentReads payments, ClientAccess clients, Offers offers) {
        this.form = forms.of("SessionTokensRequest");
        this.payments = payments;
        this.clients = clients;
        this.offers = offers;
    }

    @PostMapping("/payments/session_tokens")
    @Allows(
            value = KeyKind.PUBLISHABLE,
            scope = {})
    Answer create(Call call) {
        var body = Form.parse(call.body());
        var named = text(body, "payment_id");
        if (named == null) {
            throw ApiException.of(Problem.missing("payment_id"));
        }
        var payment =
                payments.find(call.merchantId(), PaymentIds.require(named))
                        .orElseThrow(() -> ApiException.notFound("payment"));
        clients.check(call, payment, text(body, "client_secret"));
        call.check(form, body);
        if (body.has("merchant_connector_details")) {
            throw ApiException.of(
                    Problem.malformed(
                            "merchant_connector_details", "cannot be set with a publishable key"));
        }
        if (!OPEN.contains(payment.status())) {
            throw ApiException.of(
                    ErrorCode.IR_16,
                    "session_tokens is not possible in status " + payment.status());
        }
        var connectors =
                offers.of(payment, null).stream()
                        .map(offer -> offer.account().connector())
                        .distinct()
                        .toList();
        return Answer.json(json -> write(connectors, body, json));
    }

    private static void write(List<String> connectors, ObjectNode body, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("payment_id", text(body, "payment_id"));
        json.writeStringProperty("client_secret", text(body, "client_secret"));
        json.writeArrayPropertyStart("session_token");
        var wallets = body.path("wallets").valueStream().map(name -> name.asString()).toList();
        for (var connector : connectors) {
            if (wallets.isEmpty() || wallets.contains(connector)) {
                write(connector, json);
            }
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(String connector, JsonGenerator json) {
        json.writeStartObject();
        json.writeBooleanProperty("delayed_session_token", false);
        json.writeStringProperty("connector", connector);
        json.writeStringProperty("wallet_name", connector);
        json.writeObjectPropertyStart("sdk_next_action");
        json.writeStringProperty("next_action", "confirm");
        json.writeEndObject();
        json.writeEndObject();
    }
}
