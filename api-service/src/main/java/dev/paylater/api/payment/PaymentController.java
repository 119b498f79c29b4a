package dev.paylater.api.payment;

import static dev.paylater.api.payment.PaymentFields.text;

import dev.paylater.api.customer.CustomerAttachment;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.document.PaymentRenderer;
import dev.paylater.api.document.PaymentView;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.http.Parameters;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.merchant.ProfileReads;
import dev.paylater.api.store.PaymentReads;
import dev.paylater.options.PaymentOption;
import dev.paylater.schemas.UpdatePayment;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import tools.jackson.databind.node.ObjectNode;

/** Retrieve, update and confirm. */
@Controller
final class PaymentController {

    private static final List<String> NEEDED = List.of("amount", "currency", "capture_method");
    private static final String DESCRIPTOR_NAME =
            PaymentOption.STATEMENT_DESCRIPTOR_NAME.fieldName();
    private static final String DESCRIPTOR_SUFFIX =
            PaymentOption.STATEMENT_DESCRIPTOR_SUFFIX.fieldName();
    private static final String RETURN_URL = PaymentOption.RETURN_URL.fieldName();

    private static final String[] RETRIEVE_PARAMETERS = {
        "merchant_id", "force_sync", "client_secret", "expand_captures", "expand_attempts"
    };

    private final Form retrieveForm;
    private final Form updateForm;
    private final Form confirmForm;
    private final CustomerAttachment customers;
    private final PaymentFields fields;
    private final PaymentOperations operations;
    private final PaymentSync sync;
    private final PaymentConfirmation confirmation;
    private final PaymentReads payments;
    private final ProfileReads profiles;
    private final ClientAccess clients;
    private final SavedMethods savedMethods;
    private final ClientInquiries inquiries;
    private final PaymentRenderer renderer;
    private final Clock clock;

    PaymentController(
            Forms forms,
            CustomerAttachment customers,
            PaymentFields fields,
            PaymentOperations operations,
            PaymentSync sync,
            PaymentConfirmation confirmation,
            PaymentReads payments,
            ProfileReads profiles,
            ClientAccess clients,
            SavedMethods savedMethods,
            ClientInquiries inquiries,
            PaymentRenderer renderer,
            Clock clock) {
        this.retrieveForm = forms.of("RetrieveRequest");
        this.updateForm = forms.of("PaymentUpdateRequest");
        this.confirmForm = forms.of("PaymentConfirmRequest");
        this.customers = customers;
        this.fields = fields;
        this.operations = operations;
        this.sync = sync;
        this.confirmation = confirmation;
        this.payments = payments;
        this.profiles = profiles;
        this.clients = clients;
        this.savedMethods = savedMethods;
        this.inquiries = inquiries;
        this.renderer = renderer;
        this.clock = clock;
    }

    @GetMapping("/payments/{paymentId}")
    @Allows(
            value = {KeyKind.SECRET, KeyKind.PUBLISHABLE},
            scope = Scope.PAYMENTS_READ)
    Answer retrieve(Call call, @PathVariable String paymentId) {
        var id = PaymentIds.require(paymentId);
        var wanted = Parameters.merge(call, Form.parse(call.body()), RETRIEVE_PARAMETERS);
        var stored =
                payments.find(call.merchantId(), id)
                        .orElseThrow(() -> ApiException.notFound("payment"));
        clients.check(call, stored, text(wanted, "client_secret"));
        retrieveForm.check(wanted);
        call.requireOwn(text(wanted, "merchant_id"));
        var isAsked =
                wanted.path("force_sync").booleanValue(false)
                        && (!call.isClientSide() || inquiries.mayAsk(stored));
        var payment = isAsked ? sync.forMerchant(call, id) : stored;
        return Answer.json(
                json ->
                        renderer.write(
                                PaymentView.expanded(
                                                payment,
                                                wanted.path("expand_attempts").booleanValue(false),
                                                wanted.path("expand_captures").booleanValue(false),
                                                clock.instant())
                                        .shownTo(ClientAccess.reader(call)),
                                json));
    }

    @PostMapping("/payments/{paymentId}")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_WRITE)
    Answer update(Call call, @PathVariable String paymentId) {
        var id = PaymentIds.require(paymentId);
        var changes = call.readChanges(updateForm);
        var body = changes.fields();
        Form.normalizeAddress(body, RETURN_URL);
        requireSamePayment(call, id, body);
        requireValues(changes.cleared());
        var payment =
                body.path("confirm").booleanValue(false)
                        ? confirmByServer(call, id, changes)
                        : update(call, id, changes);
        return Answer.json(
                json -> renderer.write(PaymentView.afterCapture(payment, clock.instant()), json));
    }

    /** What a payment cannot be without is not cleared. */
    private static void requireValues(Set<String> cleared) {
        var problems =
                NEEDED.stream()
                        .filter(cleared::contains)
                        .map(name -> Problem.malformed(name, "must have a value"))
                        .toList();
        if (!problems.isEmpty()) {
            throw ApiException.of(problems);
        }
    }

    private PaymentDocument update(Call call, String id, Form.Changes changes) {
        var body = changes.fields();
        check(call, id, body, false);
        var payment =
                operations.run(
                        call,
                        call.merchantId(),
                        id,
                        UpdatePayment.newBuilder()
                                .setMerchantId(call.merchantId())
                                .setPaymentId(id)
                                .setIssuedAt(call.issuedAt().toEpochMilli())
                                .setReplyTo(operations.replyTo(call))
                                .setOptions(fields.options(body))
                                .setTerms(
                                        fields.changedTerms(
                                                body, changes.cleared(), call.merchantId(), id))
                                .build());
        IdleFields.warn(call, body, payment);
        return payment;
    }

    private void check(Call call, String id, ObjectNode body, boolean confirms) {
        PaymentValidation.check(body, confirms);
        requireReturnUrl(call, id, body);
        requireDescriptor(call, id, body);
        customers.attach(call, body);
        requireSavedMethod(call, id, body);
    }

    private void requireSavedMethod(Call call, String paymentId, ObjectNode body) {
        var token = text(body, "payment_token");
        if (token != null) {
            var payment =
                    payments.find(call.merchantId(), paymentId)
                            .orElseThrow(() -> ApiException.notFound("payment"));
            var given = PaymentFields.customerId(body);
            var customerId =
                    given == null && payment.option("customer_id") instanceof String known
                            ? known
                            : given;
            savedMethods.requireForServer(call, token, customerId, payment.profileId());
        }
    }

    @PostMapping("/payments/{paymentId}/confirm")
    @Allows(
            value = {KeyKind.SECRET, KeyKind.PUBLISHABLE},
            scope = Scope.PAYMENTS_WRITE)
    Answer confirm(Call call, @PathVariable String paymentId) {
        var id = PaymentIds.require(paymentId);
        var body = Form.parse(call.body());
        var opened = clients.check(call, id, text(body, "client_secret"));
        call.check(confirmForm, body);
        Form.normalizeAddress(body, RETURN_URL);
        requireSamePayment(call, id, body);
        PaymentValidation.checkMethod(body);
        var payment =
                opened.isPresent()
                        ? confirmByBrowser(call, opened.get(), body)
                        : confirmByServer(call, id, new Form.Changes(body, Set.of()));
        return Answer.json(
                json ->
                        renderer.write(
                                PaymentView.afterCapture(payment, clock.instant())
                                        .shownTo(ClientAccess.reader(call)),
                                json));
    }

    private PaymentDocument confirmByBrowser(Call call, PaymentDocument payment, ObjectNode body) {
        var token = text(body, "payment_token");
        return token == null || !SavedMethods.areOpenedBy(call)
                ? confirmation.byBrowser(call, payment, body)
                : confirmation.bySavedMethod(
                        call, payment, savedMethods.require(call, payment, token));
    }

    private PaymentDocument confirmByServer(Call call, String id, Form.Changes changes) {
        check(call, id, changes.fields(), true);
        var payment = confirmation.byServer(call, id, changes);
        IdleFields.warn(call, changes.fields(), payment);
        return payment;
    }

    /** The two parts are one text on the customer's statement, however they were sent. */
    private void requireDescriptor(Call call, String paymentId, ObjectNode body) {
        if (body.has(DESCRIPTOR_NAME) != body.has(DESCRIPTOR_SUFFIX)) {
            payments.find(call.merchantId(), paymentId)
                    .ifPresent(payment -> PaymentValidation.checkDescriptors(body, payment));
        }
    }

    /** What is set on create only may be repeated and not changed. */
    private void requireSamePayment(Call call, String paymentId, ObjectNode body) {
        call.requireOwn(text(body, "merchant_id"));
        var bodyId = text(body, "payment_id");
        if (bodyId != null && !bodyId.equals(paymentId)) {
            throw ApiException.of(
                    Problem.inconsistent(
                            "payment_id", "payment_id is not the payment of the path"));
        }
        var profileId = text(body, "profile_id");
        if (profileId != null && !isOfProfile(call.merchantId(), paymentId, profileId)) {
            throw ApiException.of(
                    Problem.inconsistent("profile_id", "profile_id can be set on create only"));
        }
    }

    /** The payment is only read for a merchant that has bounded where customers return to. */
    private void requireReturnUrl(Call call, String paymentId, ObjectNode body) {
        var url = text(body, RETURN_URL);
        if (url != null && profiles.areBounded(call.merchantId())) {
            payments.find(call.merchantId(), paymentId)
                    .ifPresent(
                            payment ->
                                    profiles.requireReturnUrl(
                                            call.merchantId(), payment.profileId(), url));
        }
    }

    private boolean isOfProfile(String merchantId, String paymentId, String profileId) {
        return payments.find(merchantId, paymentId)
                .map(payment -> profileId.equals(payment.profileId()))
                .orElseThrow(() -> ApiException.notFound("payment"));
    }
}
