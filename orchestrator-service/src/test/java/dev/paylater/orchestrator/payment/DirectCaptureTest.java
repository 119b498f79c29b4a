package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.ATTEMPT;
import static dev.paylater.orchestrator.payment.Scenario.capture;
import static dev.paylater.orchestrator.payment.Scenario.route;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.provider.ProviderBooks;
import dev.paylater.provider.ProviderResult;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** capture_type direct: merchant and customer settle between themselves. */
class DirectCaptureTest {

    private static final Map<String, String> DIRECTLY = Map.of("capture_type", "\"direct\"");
    private static final ConnectorAccount RELEASING =
            account("direct_settlement", "release", "shows_books");
    private static final ConnectorAccount VOIDING = account("direct_settlement");
    private static final ConnectorAccount TOLD = account("direct_settlement", "direct_capture");
    private static final ConnectorAccount UNABLE = account("release");

    private static ConnectorAccount account(String... features) {
        return Scenario.account("some", "mca_some", List.of(features));
    }

    private static Scenario authorized(
            ConnectorAccount account, CaptureMethod method, Map<String, String> terms) {
        return Scenario.created(o -> o.captureMethod(method))
                .when(new PaymentCommand.ConfirmPayment(false, Intent.NONE, terms, route(account)))
                .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved()));
    }

    private static PaymentCommand direct(@Nullable Long amount) {
        return new PaymentCommand.CapturePayment(amount, false, "direct", Map.of());
    }

    @Test
    void what_is_settled_directly_is_captured_at_once_and_released_at_the_provider() {
        var payment =
                authorized(RELEASING, CaptureMethod.MANUAL, Map.of())
                        .when(direct(null))
                        .thenStatus(PaymentStatus.SUCCEEDED)
                        .thenMoney(0, 6540, 0);
        assertThat(payment.requests()).endsWith(ATTEMPT + "_release_1");
        assertThat(payment.payment().operations())
                .extracting(Operation::amount, Operation::purpose)
                .containsExactly(tuple(6540L, Purpose.SETTLED_DIRECTLY));

        payment.when(says(Kind.RELEASE, 1, ProviderResult.approved()))
                .thenStatus(PaymentStatus.SUCCEEDED)
                .thenMoney(0, 6540, 0);
        assertThat(payment.payment().operations()).isEmpty();
        assertThat(payment.payment().capturedThere(payment.payment().currentAttempt())).isZero();
    }

    @Test
    void a_part_is_released_together_with_the_rest_when_nothing_more_will_be_captured() {
        var payment =
                authorized(RELEASING, CaptureMethod.MANUAL_MULTIPLE, Map.of())
                        .when(direct(3000L))
                        .thenMoney(3540, 3000, 0);
        assertThat(payment.payment().operations()).isEmpty();

        payment.when(capture(1540L))
                .when(says(Kind.CAPTURE, 2, ProviderResult.approved()))
                .when(new PaymentCommand.CancelPayment(null, Map.of()));
        assertThat(payment.payment().operations())
                .extracting(Operation::kind, Operation::amount)
                .containsExactly(tuple(Kind.RELEASE, 5000L));
        payment.when(says(Kind.RELEASE, 1, ProviderResult.approved()))
                .thenStatus(PaymentStatus.PARTIALLY_CAPTURED)
                .thenMoney(0, 4540, 2000);
    }

    @Test
    void a_part_is_released_after_the_last_capture_at_the_provider() {
        var payment =
                authorized(RELEASING, CaptureMethod.MANUAL_MULTIPLE, Map.of())
                        .when(direct(3000L))
                        .when(capture(null))
                        .when(says(Kind.CAPTURE, 2, ProviderResult.approved()))
                        .thenStatus(PaymentStatus.SUCCEEDED);
        assertThat(payment.payment().operations())
                .extracting(Operation::kind, Operation::amount)
                .containsExactly(tuple(Kind.RELEASE, 3000L));
    }

    @Test
    void a_part_is_released_after_the_providers_own_capture_of_all_that_was_left() {
        var payment =
                authorized(RELEASING, CaptureMethod.MANUAL_MULTIPLE, Map.of())
                        .when(direct(3000L))
                        .when(new PaymentCommand.SyncPayment(true))
                        .whenAnswered(ProviderResult.approved().with(new ProviderBooks(3540, 0)))
                        .thenStatus(PaymentStatus.SUCCEEDED);
        assertThat(released(payment)).containsExactly(3000L);
    }

    @Test
    void the_rest_is_released_once_the_captures_under_way_have_ended_with_what_they_did_not_take() {
        var payment =
                authorized(RELEASING, CaptureMethod.MANUAL_MULTIPLE, Map.of())
                        .when(capture(1000L))
                        .when(direct(3000L))
                        .when(new PaymentCommand.CapturePayment(2000L, true, "connector", Map.of()))
                        .when(says(Kind.CAPTURE, 3, ProviderResult.approved()))
                        .thenStatus(PaymentStatus.PROCESSING)
                        .when(capture(100L))
                        .thenRefused("IR_16");
        assertThat(released(payment)).isEmpty();

        var taken = payment.copy().when(says(Kind.CAPTURE, 1, ProviderResult.approved()));
        assertThat(released(taken)).containsExactly(3540L);
        taken.when(says(Kind.RELEASE, 1, ProviderResult.approved()))
                .thenStatus(PaymentStatus.PARTIALLY_CAPTURED)
                .thenMoney(0, 6000, 540);

        payment.when(says(Kind.CAPTURE, 1, Scenario.declined()));
        assertThat(released(payment)).containsExactly(4540L);
        payment.when(says(Kind.RELEASE, 1, ProviderResult.approved()))
                .thenStatus(PaymentStatus.PARTIALLY_CAPTURED)
                .thenMoney(0, 5000, 1540);
    }

    @Test
    void a_direct_capture_that_ends_the_taking_waits_for_the_capture_under_way() {
        var payment =
                authorized(RELEASING, CaptureMethod.MANUAL_MULTIPLE, Map.of())
                        .when(capture(5000L))
                        .when(new PaymentCommand.CapturePayment(1000L, true, "direct", Map.of()))
                        .thenStatus(PaymentStatus.PROCESSING);
        assertThat(released(payment)).isEmpty();

        payment.when(says(Kind.CAPTURE, 1, Scenario.declined()));
        assertThat(released(payment)).containsExactly(6540L);
        payment.when(says(Kind.RELEASE, 1, ProviderResult.approved()))
                .thenStatus(PaymentStatus.PARTIALLY_CAPTURED)
                .thenMoney(0, 1000, 5540);
    }

    private static List<Long> released(Scenario payment) {
        return payment.payment().operations().stream()
                .filter(operation -> operation.kind() == Kind.RELEASE)
                .map(Operation::amount)
                .toList();
    }

    @Test
    void a_provider_that_is_told_is_told() {
        var payment = authorized(TOLD, CaptureMethod.MANUAL, Map.of()).when(direct(null));
        assertThat(payment.payment().operations())
                .extracting(Operation::kind, Operation::details)
                .containsExactly(tuple(Kind.CAPTURE, DIRECTLY));
    }

    @Test
    void on_confirm_it_makes_every_capture_direct_and_an_automatic_one_takes_nothing() {
        var automatic = authorized(VOIDING, CaptureMethod.AUTOMATIC, DIRECTLY);
        assertThat(automatic.payment().currentAttempt().captureMethod())
                .isEqualTo(CaptureMethod.SEQUENTIAL_AUTOMATIC);
        automatic.thenStatus(PaymentStatus.SUCCEEDED).thenMoney(0, 6540, 0);
        assertThat(automatic.payment().captures())
                .extracting(Capture::captureType)
                .containsExactly("direct");
        assertThat(automatic.requests())
                .containsExactly(ATTEMPT + "_authorize", ATTEMPT + "_release_1");

        var manual =
                authorized(VOIDING, CaptureMethod.MANUAL_MULTIPLE, DIRECTLY)
                        .when(capture(1000L))
                        .when(capture(null));
        assertThat(manual.payment().captures())
                .extracting(Capture::captureType)
                .containsExactly("direct", "direct");
    }

    @Test
    void a_connector_that_can_neither_is_refused() {
        Scenario.created(o -> o)
                .when(
                        new PaymentCommand.ConfirmPayment(
                                false, Intent.NONE, DIRECTLY, route(UNABLE)))
                .thenRefused("IR_37", "capture_type");
        authorized(UNABLE, CaptureMethod.MANUAL, Map.of())
                .when(direct(null))
                .thenRefused("IR_37", "capture_type");
        // What would stay held for ever: a part at a provider that releases no rest.
        authorized(VOIDING, CaptureMethod.MANUAL_MULTIPLE, Map.of())
                .when(direct(1000L))
                .thenRefused("IR_37", "capture_type");
        authorized(VOIDING, CaptureMethod.MANUAL_MULTIPLE, Map.of())
                .when(capture(1000L))
                .when(says(Kind.CAPTURE, 1, ProviderResult.approved()))
                .when(direct(null))
                .thenRefused("IR_37", "capture_type");
    }

    @Test
    void connector_is_never_refused() {
        var strict = account("release", ConnectorAccount.STRICT);
        authorized(strict, CaptureMethod.MANUAL, Map.of("capture_type", "\"connector\""))
                .when(capture(null))
                .thenStatus(PaymentStatus.PROCESSING);
    }

    @Test
    void what_was_captured_directly_is_no_refund_for_the_provider() {
        authorized(RELEASING, CaptureMethod.MANUAL, Map.of())
                .when(direct(null))
                .when(refund(null))
                .thenRefused("IR_14", "amount");
        authorized(RELEASING, CaptureMethod.MANUAL_MULTIPLE, Map.of())
                .when(direct(3000L))
                .when(capture(null))
                .when(says(Kind.CAPTURE, 2, ProviderResult.approved()))
                .when(refund(3541L))
                .thenRefused("IR_14", "amount")
                .when(refund(6541L))
                .thenRefused("IR_13", "amount")
                .when(refund(null))
                .thenMoney(0, 6540, 0)
                .when(new PaymentCommand.ReserveRefund("ref_2", 100L, null, Map.of()))
                .thenRefused("IR_14", "amount");
    }

    @Test
    void the_providers_books_are_compared_without_it() {
        var settled = authorized(RELEASING, CaptureMethod.MANUAL, Map.of()).when(direct(null));
        settled.when(says(Kind.RELEASE, 1, ProviderResult.approved()));
        var same = settled.copy().when(new PaymentCommand.SyncPayment(true));
        same.whenAnswered(approved(0));
        assertThat(same.last().events())
                .noneMatch(event -> event instanceof PaymentEvent.BooksDiffered);

        var taken = settled.when(new PaymentCommand.SyncPayment(true));
        taken.whenAnswered(approved(6540));
        assertThat(taken.last().events())
                .contains(new PaymentEvent.BooksDiffered(ATTEMPT, new ProviderBooks(6540, 0)));
    }

    private static ProviderResult approved(long captured) {
        return ProviderResult.approved().with(new ProviderBooks(captured, 0));
    }

    private static PaymentCommand refund(@Nullable Long amount) {
        return new PaymentCommand.ReserveRefund("ref_1", amount, null, Map.of());
    }
}
