package dev.paylater.api.mandate;

import dev.paylater.api.customer.Customers;
import dev.paylater.api.document.Mandate;
import dev.paylater.api.document.MandateRenderer;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.error.Problem;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Items;
import dev.paylater.api.key.EphemeralKeys;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.store.MandateReads;
import dev.paylater.api.store.Page;
import java.time.Clock;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/** The payment methods that a customer has saved: each is what a mandate lets the merchant use. */
@Controller
final class SavedMethodController {

    private final Form defaultForm;
    private final MandateReads mandates;
    private final MandateRevocation revocation;
    private final MandateRenderer renderer;
    private final Customers customers;
    private final EphemeralKeys ephemeralKeys;
    private final Clock clock;

    SavedMethodController(
            Forms forms,
            MandateReads mandates,
            MandateRevocation revocation,
            MandateRenderer renderer,
            Customers customers,
            EphemeralKeys ephemeralKeys,
            Clock clock) {
        this.ephemeralKeys = ephemeralKeys;
        this.defaultForm = forms.of("DefaultPaymentMethodRequest");
        this.mandates = mandates;
        this.revocation = revocation;
        this.renderer = renderer;
        this.customers = customers;
        this.clock = clock;
    }

    @GetMapping("/customers/{customerId}/payment_methods")
    @Allows(
            value = {KeyKind.SECRET, KeyKind.PUBLISHABLE},
            scope = Scope.PAYMENTS_READ)
    Answer list(Call call, @PathVariable String customerId) {
        requireRight(call, customerId);
        var limit = Page.limit(call.query("limit"));
        var after = call.filter("starting_after");
        if (after != null
                && mandates.find(call.merchantId(), Mandate.idOfMethod(after)).isEmpty()) {
            throw ApiException.notFound("payment method to continue from");
        }
        var found =
                mandates.listUnrevoked(
                        call.merchantId(),
                        customerId,
                        after == null ? null : Mandate.idOfMethod(after),
                        limit + 1);
        if (found.isEmpty() && !customers.exists(call.merchantId(), customerId)) {
            throw ApiException.notFound("customer");
        }
        var preferred = customers.defaultMethod(call.merchantId(), customerId).orElse(null);
        var now = clock.instant();
        return Answer.json(
                json ->
                        Items.writePage(
                                found,
                                limit,
                                Mandate::mandateId,
                                (method, out) ->
                                        renderer.writeMethod(
                                                method, preferred, call.isClientSide(), now, out),
                                json));
    }

    @PostMapping("/customers/{customerId}/payment_methods/{paymentMethodId}/default")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_WRITE)
    Answer makeDefault(
            Call call, @PathVariable String customerId, @PathVariable String paymentMethodId) {
        call.read(defaultForm);
        var method = require(call, customerId, paymentMethodId);
        if (!customers.prefer(call.merchantId(), customerId, paymentMethodId)) {
            throw ApiException.notFound("customer");
        }
        var now = clock.instant();
        return Answer.json(json -> renderer.writeMethod(method, paymentMethodId, false, now, json));
    }

    /** The mandate behind it is revoked: nobody pays by it any more. */
    @DeleteMapping("/customers/{customerId}/payment_methods/{paymentMethodId}")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_WRITE)
    Answer delete(
            Call call, @PathVariable String customerId, @PathVariable String paymentMethodId) {
        revocation.revoke(call, require(call, customerId, paymentMethodId));
        return Answer.json(
                json -> {
                    json.writeStartObject();
                    json.writeStringProperty("payment_method_id", paymentMethodId);
                    json.writeBooleanProperty("deleted", true);
                    json.writeEndObject();
                });
    }

    /** A publishable key is anybody's: it takes the key that was made for this customer. */
    private void requireRight(Call call, String customerId) {
        var key = call.headers().get(EphemeralKeys.HEADER);
        if (key != null && key.isBlank()) {
            throw ApiException.of(
                    Problem.malformed(EphemeralKeys.HEADER, "must have a value, or be left out"));
        }
        if (call.isClientSide()
                && !ephemeralKeys.isValid(call.merchantId(), customerId, key, clock.instant())) {
            throw ApiException.of(
                    ErrorCode.HE_02,
                    "There is no such customer for the ephemeral_key in the header "
                            + EphemeralKeys.HEADER
                            + ": a payment that the secret key creates with the customer has one,"
                            + " for 15 minutes");
        }
    }

    /** One that is there for this customer and was not deleted. */
    private Mandate require(Call call, String customerId, String paymentMethodId) {
        return mandates.find(call.merchantId(), Mandate.idOfMethod(paymentMethodId))
                .filter(mandate -> customerId.equals(mandate.payment().option("customer_id")))
                .filter(mandate -> !mandate.isRevoked())
                .orElseThrow(() -> ApiException.notFound("payment method"));
    }
}
