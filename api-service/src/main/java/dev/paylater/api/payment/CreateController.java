package dev.paylater.api.payment;

import static dev.paylater.api.payment.PaymentFields.text;

import dev.paylater.api.customer.CustomerAttachment;
import dev.paylater.api.document.PaymentRenderer;
import dev.paylater.api.document.PaymentView;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.merchant.Profile;
import dev.paylater.api.merchant.ProfileReads;
import dev.paylater.options.LinkLifetime;
import dev.paylater.options.PaymentOption;
import dev.paylater.schemas.CreatePayment;
import java.time.Clock;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;
import tools.jackson.databind.node.ObjectNode;

/** POST /payments. */
@Controller
final class CreateController {

    private static final String ID_PREFIX = "pay_";

    private final Form form;
    private final CustomerAttachment customers;
    private final PaymentFields fields;
    private final PaymentOperations operations;
    private final ProfileReads profiles;
    private final SavedMethods savedMethods;
    private final PaymentRenderer renderer;
    private final Clock clock;

    CreateController(
            Forms forms,
            CustomerAttachment customers,
            PaymentFields fields,
            PaymentOperations operations,
            ProfileReads profiles,
            SavedMethods savedMethods,
            PaymentRenderer renderer,
            Clock clock) {
        this.form = forms.of("PaymentCreateRequest");
        this.customers = customers;
        this.fields = fields;
        this.operations = operations;
        this.profiles = profiles;
        this.savedMethods = savedMethods;
        this.renderer = renderer;
        this.clock = clock;
    }

    @PostMapping("/payments")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_WRITE)
    Answer create(Call call) {
        var body = call.read(form);
        Form.normalizeAddress(body, PaymentOption.RETURN_URL.fieldName());
        var confirm = body.path("confirm").booleanValue(false);
        call.requireOwn(text(body, "merchant_id"));
        PaymentValidation.check(body, confirm);
        customers.attach(call, body);
        var command = command(call, body, confirm);
        var payment =
                operations
                        .tryRun(call, call.merchantId(), command.getPaymentId(), command)
                        .orElseGet(() -> Accepted.payment(command));
        IdleFields.warn(call, body, payment);
        return Answer.json(
                json ->
                        renderer.write(
                                PaymentView.afterCapture(payment, clock.instant())
                                        .shownTo(PaymentView.Reader.CREATOR),
                                json));
    }

    private CreatePayment command(Call call, ObjectNode body, boolean confirm) {
        var chosenId = text(body, "payment_id");
        var profileId = profiles.profileFor(call.merchantId(), text(body, "profile_id"));
        var token = text(body, "payment_token");
        if (token != null) {
            savedMethods.requireForServer(call, token, PaymentFields.customerId(body), profileId);
        }
        profiles.requireReturnUrl(call.merchantId(), profileId, text(body, "return_url"));
        profiles.find(call.merchantId(), profileId)
                .map(Profile::paymentLinkExpiresIn)
                .ifPresent(seconds -> limitLink(body, seconds));
        var paymentId = chosenId == null ? call.newId(ID_PREFIX) : chosenId;
        return CreatePayment.newBuilder()
                .setMerchantId(call.merchantId())
                .setPaymentId(paymentId)
                .setIssuedAt(call.issuedAt().toEpochMilli())
                .setReplyTo(operations.replyTo(call))
                .setProfileId(profileId)
                .setConfirm(confirm)
                .setOptions(fields.options(body))
                .setTerms(fields.terms(body, call.merchantId(), paymentId))
                .build();
    }

    /** A payment link that says nothing of its own lasts as long as the profile says. */
    private static void limitLink(ObjectNode body, long seconds) {
        if (body.path(PaymentOption.PAYMENT_LINK.fieldName()).booleanValue(false)) {
            var config = body.path(LinkLifetime.CONFIG);
            var own = config instanceof ObjectNode given ? given : Json.emptyObject();
            if (!own.hasNonNull(LinkLifetime.EXPIRES_IN)) {
                own.put(LinkLifetime.EXPIRES_IN, seconds);
                body.set(LinkLifetime.CONFIG, own);
            }
        }
    }
}
