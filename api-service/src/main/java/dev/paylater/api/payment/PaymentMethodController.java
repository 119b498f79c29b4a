package dev.paylater.api.payment;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.merchant.ProfileReads;
import dev.paylater.api.offer.KnownFields;
import dev.paylater.api.offer.Offer;
import dev.paylater.api.offer.Offers;
import dev.paylater.api.store.PaymentReads;
import dev.paylater.connector.kit.CustomerField;
import java.time.Clock;
import java.util.List;
import java.util.function.Predicate;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import tools.jackson.core.JsonGenerator;

/** The ways to pay that a payment has, and that a basket would have. */
@Controller
final class PaymentMethodController {

    private static final String AMOUNT = "amount";
    private static final String CURRENCY = "currency";

    private final PaymentReads payments;
    private final ClientAccess clients;
    private final ProfileReads profiles;
    private final Offers offers;
    private final Sealing sealing;
    private final Clock clock;

    PaymentMethodController(
            PaymentReads payments,
            ClientAccess clients,
            ProfileReads profiles,
            Offers offers,
            Sealing sealing,
            Clock clock) {
        this.payments = payments;
        this.clients = clients;
        this.profiles = profiles;
        this.offers = offers;
        this.sealing = sealing;
        this.clock = clock;
    }

    /** None when the payment cannot be confirmed. */
    @GetMapping("/payments/{paymentId}/payment_methods")
    @Allows(
            value = {KeyKind.SECRET, KeyKind.PUBLISHABLE},
            scope = Scope.PAYMENTS_READ)
    Answer ofPayment(Call call, @PathVariable String paymentId) {
        var payment =
                payments.find(call.merchantId(), PaymentIds.require(paymentId))
                        .orElseThrow(() -> ApiException.notFound("payment"));
        clients.check(call, payment, call.query("client_secret"));
        return answer(
                offered(payment), payment.netAmount(), new KnownFields(payment, sealing)::isKnown);
    }

    private List<Offer> offered(PaymentDocument payment) {
        return payment.isConfirmable(clock.instant()) ? offers.of(payment, null) : List.of();
    }

    @GetMapping("/payment_methods")
    @Allows(
            value = {KeyKind.SECRET, KeyKind.PUBLISHABLE},
            scope = Scope.PAYMENTS_READ)
    Answer ofBasket(Call call) {
        var amount = amount(required(call, AMOUNT));
        var currency = required(call, CURRENCY);
        var country = call.query("country");
        var profile = profiles.profileFor(call.merchantId(), call.query("profile_id"));
        return answer(
                offers.ofBasket(call.merchantId(), profile, currency, country),
                amount,
                field -> field == CustomerField.COUNTRY && country != null);
    }

    private static String required(Call call, String name) {
        var value = call.query(name);
        if (value == null) {
            throw ApiException.of(Problem.missing(name));
        }
        return value;
    }

    private static long amount(String text) {
        try {
            var amount = Long.parseLong(text);
            if (amount >= 0) {
                return amount;
            }
        } catch (NumberFormatException _) {
            // More than 64 bits hold.
        }
        throw ApiException.of(
                Problem.malformed(AMOUNT, "must be an integer of at least 0 in minor units"));
    }

    private static Answer answer(
            List<Offer> offered, long amount, Predicate<CustomerField> isKnown) {
        return Answer.json(
                json -> {
                    json.writeStartObject();
                    json.writeArrayPropertyStart("data");
                    for (var offer : offered) {
                        write(offer, amount, isKnown, json);
                    }
                    json.writeEndArray();
                    json.writeBooleanProperty("has_more", false);
                    json.writeEndObject();
                });
    }

    private static void write(
            Offer offer, long amount, Predicate<CustomerField> isKnown, JsonGenerator json) {
        var terms = offer.shopfront().terms();
        json.writeStartObject();
        json.writeStringProperty("payment_method", "pay_later");
        json.writeStringProperty("payment_method_type", offer.paymentMethodType());
        json.writeStringProperty("connector", offer.account().connector());
        json.writeStringProperty("name", offer.shopfront().brand());
        json.writeArrayPropertyStart("required_fields");
        for (var field : offer.missing(isKnown)) {
            json.writeString(field.path());
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("instalment_plans");
        offer.plan()
                .ifPresent(
                        plan -> {
                            json.writeStartObject();
                            json.writeNumberProperty("count", plan.count());
                            json.writeStringProperty("first_due", plan.first().toString());
                            json.writeName("interval");
                            if (plan.count() == 1) {
                                json.writeNull();
                            } else {
                                json.writeString(plan.interval().toString());
                            }
                            json.writeArrayPropertyStart("amounts");
                            Offer.parts(plan, amount).forEach(json::writeNumber);
                            json.writeEndArray();
                            json.writeEndObject();
                        });
        json.writeEndArray();
        json.writeName("terms_url");
        if (terms == null) {
            json.writeNull();
        } else {
            json.writeString(terms.toString());
        }
        json.writeEndObject();
    }
}
