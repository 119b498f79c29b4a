package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.ATTEMPT;
import static dev.paylater.orchestrator.payment.Scenario.START;
import static dev.paylater.orchestrator.payment.Scenario.confirmed;
import static dev.paylater.orchestrator.payment.Scenario.declined;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.PaymentCommand.RecordRefundStatus;
import dev.paylater.orchestrator.payment.PaymentCommand.ReserveRefund;
import dev.paylater.orchestrator.payment.PaymentEvent.BooksDiffered;
import dev.paylater.orchestrator.payment.PaymentEvent.RefundCorrectionPostponed;
import dev.paylater.orchestrator.payment.PaymentEvent.RefundReservationDropped;
import dev.paylater.orchestrator.payment.PaymentEvent.RefundStatusRecorded;
import dev.paylater.orchestrator.payment.Refund.Status;
import dev.paylater.provider.ProviderBooks;
import dev.paylater.provider.ProviderResult;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A provider that changes its mind about a refund. */
class CorrectedRefundTest {

    @Test
    void a_failed_refund_that_was_made_after_all_is_reserved_again_where_there_is_room() {
        var scenario = paid().when(refund("ref_1", 5_000)).when(ended("ref_1", Status.FAILED));
        assertThat(scenario.payment().amountRefunded()).isZero();
        scenario.when(corrected("ref_1", Status.SUCCEEDED, 5_000L));
        assertThat(scenario.last().events())
                .containsExactly(new RefundStatusRecorded("ref_1", Status.SUCCEEDED, 5_000L, null));
        assertThat(scenario.payment().amountRefunded()).isEqualTo(5_000);
        scenario.when(refund("ref_2", 1_541)).thenRefused("IR_13", "amount");
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    /** Seed 1000944: it was booked twice, and nobody heard of it. */
    @Test
    void one_that_was_found_in_the_providers_books_before_leads_to_a_look_at_them() {
        var books = new ProviderBooks(6_540, 2_000);
        var account = Scenario.account("sandbox", "mca_sandbox", List.of("shows_books"));
        var scenario =
                new Scenario()
                        .when(Scenario.creating(o -> o, Scenario.route(account)))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.captured()))
                        .when(refund("ref_1", 2_000))
                        .when(ended("ref_1", Status.FAILED))
                        .whenAnswered(ProviderResult.captured().with(books));
        assertThat(scenario.payment().refunds()).hasSize(2).last().matches(Refund::isFound);
        scenario.when(corrected("ref_1", Status.SUCCEEDED, 2_000L));
        assertThat(scenario.last().events())
                .hasExactlyElementsOfTypes(
                        RefundStatusRecorded.class, PaymentEvent.AuthorizationInquired.class);
        scenario.whenAnswered(ProviderResult.captured().with(books));
        assertThat(scenario.last().events()).contains(new BooksDiffered(ATTEMPT, books));
    }

    /** Seed 4000792: it was booked twice, with room for both because half was settled directly. */
    @Test
    void one_that_was_found_leads_to_a_look_also_where_money_was_settled_directly() {
        var books = new ProviderBooks(3_270, 3_270);
        var account =
                Scenario.account(
                        "sandbox",
                        "mca_sandbox",
                        List.of("shows_books", "direct_settlement", "release", "multiple_capture"));
        var scenario =
                new Scenario()
                        .when(
                                Scenario.creating(
                                        o -> o.captureMethod(CaptureMethod.MANUAL_MULTIPLE),
                                        Scenario.route(account)))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved(6_540)))
                        .when(captured("direct"))
                        .when(captured("connector"))
                        .when(says(Kind.CAPTURE, 2, ProviderResult.approved(3_270)))
                        .when(says(Kind.RELEASE, 1, ProviderResult.approved(3_270)))
                        .when(refund("ref_1", 3_270))
                        .when(ended("ref_1", Status.FAILED))
                        .whenAnswered(ProviderResult.captured().with(books));
        assertThat(scenario.payment().refunds()).hasSize(2).last().matches(Refund::isFound);
        scenario.when(corrected("ref_1", Status.SUCCEEDED, 3_270L));
        assertThat(scenario.last().events())
                .hasExactlyElementsOfTypes(
                        RefundStatusRecorded.class, PaymentEvent.AuthorizationInquired.class);
        scenario.whenAnswered(ProviderResult.captured().with(books));
        assertThat(scenario.last().events()).contains(new BooksDiffered(ATTEMPT, books));
    }

    private static PaymentCommand captured(String type) {
        return new PaymentCommand.CapturePayment(3_270L, false, type, Map.of());
    }

    @Test
    void one_for_which_there_is_no_room_raises_the_alarm_of_books_that_differ() {
        var scenario =
                paid().when(refund("ref_1", 5_000))
                        .when(ended("ref_1", Status.FAILED))
                        .when(refund("ref_2", 2_000))
                        .when(ended("ref_2", Status.SUCCEEDED))
                        .when(corrected("ref_1", Status.SUCCEEDED, 5_000L));
        assertThat(scenario.last().events())
                .containsExactly(
                        new RefundCorrectionPostponed("ref_1", 5_000L),
                        new BooksDiffered(ATTEMPT, new ProviderBooks(6_540, 7_000)));
        assertThat(scenario.payment().amountRefunded()).isEqualTo(2_000);
        assertThat(scenario.payment().currentAttempt().booksDiffering()).isNotNull();
    }

    /**
     * Seed 200035: it was found in the provider's books later and booked as a refund of its own.
     */
    @Test
    void one_for_which_there_was_no_room_is_booked_when_the_refund_that_took_it_has_failed() {
        var scenario = withoutRoom().when(ended("ref_2", Status.FAILED));
        assertThat(scenario.last().events())
                .startsWith(
                        new RefundStatusRecorded("ref_2", Status.FAILED, null, null),
                        new RefundStatusRecorded("ref_1", Status.SUCCEEDED, 5_000L, null));
        assertThat(scenario.payment().amountRefunded()).isEqualTo(5_000);
        scenario.when(refund("ref_3", 1_541)).thenRefused("IR_13", "amount");
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    @Test
    void one_for_which_there_was_no_room_is_booked_when_the_reservation_that_took_it_is_dropped() {
        var scenario = withoutRoom().when(ended("ref_2", null));
        assertThat(scenario.last().events())
                .containsExactly(
                        new RefundReservationDropped("ref_2"),
                        new RefundStatusRecorded("ref_1", Status.SUCCEEDED, 5_000L, null));
    }

    @Test
    void one_for_which_there_was_no_room_and_that_failed_once_more_is_not_booked() {
        var scenario =
                withoutRoom()
                        .when(corrected("ref_1", Status.FAILED, null))
                        .when(ended("ref_2", Status.FAILED));
        assertThat(scenario.payment().amountRefunded()).isZero();
        scenario.when(refund("ref_3", 6_540));
        assertThat(scenario.payment().refund("ref_3")).isPresent();
    }

    private static Scenario withoutRoom() {
        return paid().when(refund("ref_1", 5_000))
                .when(ended("ref_1", Status.FAILED))
                .when(refund("ref_2", 2_000))
                .when(corrected("ref_1", Status.SUCCEEDED, 5_000L));
    }

    @Test
    void a_refund_that_bounced_can_be_made_again() {
        var scenario =
                paid().when(refund("ref_1", 6_540))
                        .when(ended("ref_1", Status.SUCCEEDED))
                        .when(corrected("ref_1", Status.FAILED, 6_540L));
        assertThat(scenario.payment().amountRefunded()).isZero();
        scenario.when(refund("ref_2", 6_540));
        assertThat(scenario.payment().refund("ref_2")).isPresent();
    }

    @Test
    void a_refund_of_which_one_part_bounced_is_good_for_the_rest() {
        var scenario =
                paid().when(refund("ref_1", 6_540))
                        .when(ended("ref_1", Status.SUCCEEDED))
                        .when(corrected("ref_1", Status.SUCCEEDED, 3_000L));
        assertThat(scenario.payment().amountRefunded()).isEqualTo(3_000);
        scenario.when(corrected("ref_1", Status.SUCCEEDED, 3_000L));
        assertThat(scenario.last().events()).isEmpty();
    }

    @Test
    void final_is_final_for_whatever_is_no_correction() {
        var scenario =
                paid().when(refund("ref_1", 5_000))
                        .when(ended("ref_1", Status.FAILED))
                        .when(ended("ref_1", Status.SUCCEEDED));
        assertThat(scenario.last().events()).isEmpty();
        assertThat(scenario.payment().amountRefunded()).isZero();
    }

    @Test
    void a_refund_of_unwanted_money_that_bounced_leaves_it_unwanted_again_and_due() {
        var late = "late_" + ATTEMPT;
        var scenario =
                confirmed(o -> o)
                        .when(says(Kind.AUTHORIZE, 1, declined()))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.captured()))
                        .when(ended(late, Status.SUCCEEDED));
        assertThat(scenario.payment().isAtRest()).isTrue();
        scenario.when(corrected(late, Status.FAILED, 6_540L));
        assertThat(scenario.payment().currentAttempt().unwanted())
                .isNotNull()
                .extracting(UnwantedMoney::amount)
                .isEqualTo(6_540L);
        assertThat(scenario.payment().due()).isPresent();
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    private static Scenario paid() {
        return confirmed(o -> o.captureMethod(CaptureMethod.AUTOMATIC))
                .when(says(Kind.AUTHORIZE, 1, ProviderResult.captured()));
    }

    private static ReserveRefund refund(String refundId, long amount) {
        return new ReserveRefund(refundId, amount, null, Map.of());
    }

    private static RecordRefundStatus ended(String refundId, @Nullable Status status) {
        return new RecordRefundStatus(refundId, status, null, null, null, null, START);
    }

    private static RecordRefundStatus corrected(
            String refundId, Status status, @Nullable Long amount) {
        return new RecordRefundStatus(refundId, status, amount, null, null, null, START, true);
    }
}
