package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.ATTEMPT;
import static dev.paylater.orchestrator.payment.Scenario.PAYMENT_ID;
import static dev.paylater.orchestrator.payment.Scenario.SANDBOX;
import static dev.paylater.orchestrator.payment.Scenario.START;
import static dev.paylater.orchestrator.payment.Scenario.authorized;
import static dev.paylater.orchestrator.payment.Scenario.capture;
import static dev.paylater.orchestrator.payment.Scenario.confirmed;
import static dev.paylater.orchestrator.payment.Scenario.created;
import static dev.paylater.orchestrator.payment.Scenario.creating;
import static dev.paylater.orchestrator.payment.Scenario.declined;
import static dev.paylater.orchestrator.payment.Scenario.route;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.paylater.kernel.Refusal;
import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.PaymentCommand.*;
import dev.paylater.orchestrator.payment.PaymentEvent.*;
import dev.paylater.provider.NextAction;
import dev.paylater.provider.ProviderResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Given a payment, when this command comes after 40 seconds, then exactly these events and requests
 * follow, or exactly this refusal and nothing else.
 */
class PaymentCommandRowsTest {

    private static final Duration AGE = Duration.ofSeconds(40);
    private static final Instant NOW = START.plus(AGE);
    private static final Instant SESSION_END = START.plusSeconds(900);
    private static final String AUTHORIZE = ATTEMPT + "_authorize";
    private static final ProviderResult APPROVED = ProviderResult.approved();
    private static final ProviderResult REVIEW = ProviderResult.inReview();
    private static final ProviderResult REDIRECT =
            ProviderResult.requiresAction(NextAction.redirect("https://p.example"));
    private static final Map<String, String> METADATA = Map.of("metadata", "{}");

    static List<Arguments> accepted() {
        return List.of(
                row(
                        created(o -> o),
                        new UpdatePayment(Intent.NONE, METADATA),
                        List.of(
                                new PaymentUpdated(
                                        intent(created(o -> o)), METADATA, SESSION_END))),
                row(
                        created(o -> o),
                        new ConfirmPayment(true, Intent.NONE, Map.of(), route(SANDBOX)),
                        List.of(
                                new AuthorizationRequested(
                                        Scenario.stored(SANDBOX),
                                        sent(Kind.AUTHORIZE, 1, 6_540),
                                        List.of(),
                                        null)),
                        AUTHORIZE),
                row(
                        threeDs(),
                        new AuthenticateThreeDs(Map.of("device", "\"d\"")),
                        List.of(
                                new ThreeDsRequested(
                                        sent(Kind.AUTHENTICATE, 1, 6_540)
                                                .withDetails(Map.of("device", "\"d\"")))),
                        ATTEMPT + "_authenticate_1"),
                row(
                        threeDs(),
                        new CompleteAuthorization(Map.of(), null),
                        List.of(
                                new AuthorizationCompletionRequested(
                                        Map.of(), sent(Kind.COMPLETE_AUTHORIZE, 1, 6_540))),
                        ATTEMPT + "_complete_authorize_1"),
                row(
                        redirected(),
                        new CompleteAuthorization(Map.of(), null),
                        List.of(new StatusInquired(AUTHORIZE, 1, NOW.plus(AGE), true)),
                        "?" + AUTHORIZE),
                row(
                        redirected(),
                        new SyncPayment(false),
                        List.of(new StatusInquired(AUTHORIZE, 1, NOW.plus(AGE), true)),
                        "?" + AUTHORIZE),
                row(confirmed(o -> o), new SyncPayment(false), List.of()),
                row(
                        authorized(CaptureMethod.MANUAL),
                        new SyncPayment(false),
                        List.of(
                                new AuthorizationInquired(
                                        sent(Kind.INQUIRY, 1, 6_540)
                                                .withNextInquiryAt(NOW.plusSeconds(15)))),
                        "?" + AUTHORIZE),
                row(
                        authorized(CaptureMethod.MANUAL),
                        new CapturePayment(40L, false, "connector", METADATA),
                        List.of(
                                new CaptureRequested(
                                        taking(40, Capture.Status.STARTED, "connector", true)
                                                .withDetails(METADATA),
                                        sent(Kind.CAPTURE, 1, 40).withDetails(METADATA))),
                        ATTEMPT + "_capture_1"),
                row(
                        authorized(CaptureMethod.MANUAL_MULTIPLE),
                        capture(40L),
                        List.of(
                                new CaptureRequested(
                                        taking(40, Capture.Status.STARTED, "connector", false),
                                        sent(Kind.CAPTURE, 1, 40))),
                        ATTEMPT + "_capture_1"),
                row(
                        authorized(CaptureMethod.MANUAL),
                        new CapturePayment(null, false, "direct", Map.of()),
                        List.of(
                                new CaptureRecorded(
                                        taking(6_540, Capture.Status.CHARGED, "direct", false)),
                                new ReleaseRequested(
                                        sent(Kind.RELEASE, 1, 6_540)
                                                .withPurpose(Operation.Purpose.SETTLED_DIRECTLY),
                                        null)),
                        ATTEMPT + "_release_1"),
                row(
                        authorized(CaptureMethod.MANUAL),
                        new CapturePayment(40L, false, "direct", Map.of()),
                        List.of(
                                new CaptureRecorded(
                                        taking(40, Capture.Status.CHARGED, "direct", true)),
                                new ReleaseRequested(sent(Kind.RELEASE, 1, 6_540), null)),
                        ATTEMPT + "_release_1"),
                row(
                        created(o -> o),
                        new CancelPayment("no stock"),
                        List.of(new PaymentCancelled("no stock"))),
                row(
                        threeDs(),
                        new CancelPayment("no stock"),
                        List.of(new PaymentCancelled("no stock"))),
                row(
                        redirected(),
                        new CancelPayment("no stock"),
                        List.of(new VoidRequested(sent(Kind.VOID, 1, 0), "no stock")),
                        ATTEMPT + "_void_1"),
                row(
                        inReview(CaptureMethod.MANUAL),
                        new CancelPayment("no stock"),
                        List.of(new VoidRequested(sent(Kind.VOID, 1, 6_540), "no stock")),
                        ATTEMPT + "_void_1"),
                row(
                        authorized(CaptureMethod.MANUAL),
                        new CancelPayment("no stock"),
                        List.of(new VoidRequested(sent(Kind.VOID, 1, 6_540), "no stock")),
                        ATTEMPT + "_void_1"),
                row(
                        captured(CaptureMethod.MANUAL_MULTIPLE, 40),
                        new CancelPayment("no stock"),
                        List.of(new ReleaseRequested(sent(Kind.RELEASE, 1, 6_500), "no stock")),
                        ATTEMPT + "_release_1"),
                row(
                        inReview(CaptureMethod.MANUAL),
                        new ApprovePayment(),
                        List.of(new MerchantApproved(null))),
                row(
                        inReview(CaptureMethod.SEQUENTIAL_AUTOMATIC),
                        new ApprovePayment(),
                        List.of(
                                new MerchantApproved(null),
                                new CaptureRequested(
                                        taking(6_540, Capture.Status.STARTED, "connector", false),
                                        sent(Kind.CAPTURE, 1, 6_540))),
                        ATTEMPT + "_capture_1"),
                row(
                        inReview(CaptureMethod.SCHEDULED),
                        new ApprovePayment(),
                        List.of(
                                new PaymentUpdated(
                                        intent(inReview(CaptureMethod.SCHEDULED))
                                                .withCaptureOn(NOW.plus(Duration.ofHours(24))),
                                        Map.of(),
                                        SESSION_END),
                                new MerchantApproved(null))),
                row(
                        reviewedAtProvider(),
                        new ApprovePayment(),
                        List.of(new MerchantApproved(sent(Kind.APPROVE, 1, 6_540))),
                        ATTEMPT + "_approve_1"),
                row(
                        inReview(CaptureMethod.MANUAL),
                        new RejectPayment("fraud"),
                        List.of(
                                new MerchantRejected(
                                        "fraud",
                                        sent(Kind.VOID, 1, 6_540).withPurpose(Purpose.REJECTION))),
                        ATTEMPT + "_void_1"),
                row(
                        PaymentBoundariesTest.raisable(),
                        new IncrementAuthorization(7_000, "more"),
                        List.of(
                                new IncrementRequested(
                                        new Increment(
                                                ATTEMPT + "_increment_1",
                                                7_000,
                                                6_540,
                                                Increment.Status.PROCESSING,
                                                "more",
                                                null),
                                        sent(Kind.INCREMENT, 1, 7_000))),
                        ATTEMPT + "_increment_1"),
                row(
                        captured(CaptureMethod.MANUAL, 6_540),
                        new ReserveRefund("ref_1", 500L, "broken", METADATA),
                        List.of(new RefundReserved(refund(500))),
                        "ref_1"),
                row(
                        refunding(),
                        recorded(Refund.Status.SUCCEEDED, 400L, null, null),
                        List.of(
                                new RefundStatusRecorded(
                                        "ref_1", Refund.Status.SUCCEEDED, 400L, null))),
                row(
                        refunding(),
                        recorded(Refund.Status.REVIEW, null, "late", "{}"),
                        List.of(
                                new RefundUpdated("ref_1", "late", "{}"),
                                new RefundStatusRecorded(
                                        "ref_1", Refund.Status.REVIEW, null, null))),
                row(
                        refunding(),
                        recorded(null, null, null, null),
                        List.of(new RefundReservationDropped("ref_1"))),
                row(refunding(), recorded(Refund.Status.PENDING, null, null, null), List.of()),
                row(
                        authorized(CaptureMethod.MANUAL),
                        recorded(Refund.Status.SUCCEEDED, null, null, null),
                        List.of()),
                row(
                        captured(CaptureMethod.MANUAL, 6_540),
                        new RecordDispute(dispute()),
                        List.of(new DisputeRecorded(dispute()))),
                row(
                        captured(CaptureMethod.MANUAL, 6_540).when(new RecordDispute(dispute())),
                        new RecordDispute(dispute()),
                        List.of()),
                row(created(o -> o), new DeadlinePassed(), List.of()),
                row(confirmed(o -> o), new DeadlinePassed(), List.of()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("accepted")
    void a_command_has_exactly_these_consequences(
            String name,
            Scenario scenario,
            PaymentCommand command,
            List<PaymentEvent> events,
            List<String> requests) {
        var before = scenario.requests().size();
        scenario.after(AGE).when(command);
        assertThat(scenario.last().events()).as(name).isEqualTo(events);
        assertThat(scenario.last().refusal()).isNull();
        assertThat(scenario.requests().subList(before, scenario.requests().size()))
                .isEqualTo(requests);
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    static List<Arguments> refused() {
        var paid = captured(CaptureMethod.MANUAL, 6_540);
        var failed = confirmed(o -> o).when(says(Kind.AUTHORIZE, 1, declined()));
        return List.of(
                no(
                        created(o -> o),
                        creating(o -> o, null),
                        "HE_01",
                        "A payment " + PAYMENT_ID + " exists already",
                        "payment_id"),
                no(paid, capture(1L), "IR_16", "capture is not possible in status succeeded", null),
                no(
                        paid,
                        new UpdatePayment(IntentBuilder.builder().amount(1L).build(), METADATA),
                        "IR_16",
                        "update of anything but metadata is not possible in status succeeded",
                        null),
                no(
                        authorized(CaptureMethod.MANUAL),
                        capture(6_541L),
                        "IR_06",
                        "amount_to_capture must be between 1 and 6540",
                        "amount_to_capture"),
                no(
                        authorized(CaptureMethod.MANUAL),
                        new IncrementAuthorization(7_000, null),
                        "IR_16",
                        "incremental_authorization is not allowed for this payment in status"
                                + " requires_capture",
                        null),
                no(
                        PaymentBoundariesTest.raisable(),
                        new IncrementAuthorization(6_540, null),
                        "IR_06",
                        "amount is the new total and must exceed 6540",
                        "amount"),
                no(
                        paid,
                        new ReserveRefund("ref_1", 6_541L, null, Map.of()),
                        "IR_13",
                        "The refund exceeds what is left: 6540",
                        "amount"),
                no(
                        paid,
                        new ReserveRefund("ref_1", 99L, null, Map.of()),
                        "IR_05",
                        "amount must be at least 100, or exactly what is left (6540)",
                        "amount"),
                no(
                        refunding(),
                        new ReserveRefund("ref_1", 100L, null, Map.of()),
                        "HE_01",
                        "A refund ref_1 exists already",
                        "refund_id"),
                no(
                        failed,
                        new ReserveRefund("ref_1", 100L, null, Map.of()),
                        "IR_14",
                        "refund is not possible in status failed",
                        null),
                no(
                        paid.copy().after(Duration.ofDays(365)),
                        new ReserveRefund("ref_1", 100L, null, Map.of()),
                        "IR_05",
                        "A payment can be refunded for 365 days",
                        "payment_id"),
                no(
                        created(o -> o).after(Duration.ofMinutes(15)),
                        new ConfirmPayment(true, Intent.NONE, Map.of(), route(SANDBOX)),
                        "IR_08",
                        "The client_secret has expired",
                        "client_secret"),
                no(
                        created(o -> o),
                        new ConfirmPayment(true, Intent.NONE, Map.of(), route()),
                        "IR_39",
                        "No eligible connector: none of the accounts serves this currency, country,"
                                + " payment_method_type and capture_method",
                        null));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void a_refusal_says_why_and_changes_nothing(
            String name, Scenario scenario, PaymentCommand command, Refusal refusal) {
        var before = scenario.payment();
        scenario.after(AGE).when(command);
        assertThat(scenario.last().refusal()).as(name).isEqualTo(refusal);
        assertThat(scenario.last().events()).isEmpty();
        assertThat(scenario.payment()).isEqualTo(before);
    }

    private static Arguments row(
            Scenario given, PaymentCommand when, List<PaymentEvent> then, String... requests) {
        return arguments(name(given, when), given, when, then, List.of(requests));
    }

    private static Arguments no(
            Scenario given,
            PaymentCommand when,
            String code,
            String message,
            @Nullable String param) {
        return arguments(name(given, when), given.copy(), when, new Refusal(code, message, param));
    }

    private static String name(Scenario given, PaymentCommand when) {
        return when.operation() + " in " + given.payment().status().wireName();
    }

    private static Intent intent(Scenario scenario) {
        return scenario.payment().intent();
    }

    private static Scenario threeDs() {
        return confirmed(
                o -> o.authenticationType("three_ds").requestExternalThreeDsAuthentication(true));
    }

    private static Scenario redirected() {
        return confirmed(o -> o).when(says(Kind.AUTHORIZE, 1, REDIRECT));
    }

    private static Scenario inReview(CaptureMethod method) {
        return confirmed(o -> o.captureMethod(method)).when(says(Kind.AUTHORIZE, 1, REVIEW));
    }

    private static Scenario reviewedAtProvider() {
        return new Scenario()
                .when(creating(o -> o, route(Scenario.REVIEWING)))
                .when(says(Kind.AUTHORIZE, 1, REVIEW));
    }

    private static Scenario captured(CaptureMethod method, long amount) {
        return authorized(method).when(capture(amount)).when(says(Kind.CAPTURE, 1, APPROVED));
    }

    private static Scenario refunding() {
        return captured(CaptureMethod.MANUAL, 6_540)
                .when(new ReserveRefund("ref_1", 500L, "broken", METADATA));
    }

    private static PaymentCommand recorded(
            Refund.@Nullable Status status,
            @Nullable Long amount,
            @Nullable String reason,
            @Nullable String metadata) {
        return new RecordRefundStatus("ref_1", status, amount, null, reason, metadata, NOW);
    }

    private static Refund refund(long amount) {
        return new Refund(
                "ref_1",
                1,
                Refund.Status.PENDING,
                amount,
                "broken",
                METADATA,
                null,
                ATTEMPT,
                NOW,
                NOW);
    }

    private static Dispute dispute() {
        return new Dispute(
                "dp_1", "dispute", "opened", 500, "EUR", "sandbox", "c_1", null, null, null, null,
                null, null, START, null);
    }

    private static Capture taking(
            long amount, Capture.Status status, String type, boolean releasesRest) {
        return new Capture(
                ATTEMPT + "_1",
                ATTEMPT,
                1,
                status,
                amount,
                type,
                releasesRest,
                null,
                null,
                null,
                Map.of());
    }

    private static Operation sent(Kind kind, int sequence, long amount) {
        return new Operation(
                OperationIds.of(ATTEMPT, kind, sequence),
                kind,
                ATTEMPT,
                sequence,
                amount,
                Purpose.REQUESTED,
                NOW,
                NOW.plusSeconds(95),
                0,
                null,
                true,
                false,
                Map.of());
    }
}
