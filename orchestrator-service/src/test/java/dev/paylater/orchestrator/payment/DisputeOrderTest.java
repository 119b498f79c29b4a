package dev.paylater.orchestrator.payment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.orchestrator.payment.PaymentCommand.RecordDispute;
import dev.paylater.orchestrator.payment.PaymentEvent.DisputeRecorded;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a provider reports of a dispute, in whatever order it arrives. */
class DisputeOrderTest {

    private static final Instant MONDAY = Instant.parse("2026-01-05T00:00:00Z");
    private static final Instant TUESDAY = Instant.parse("2026-01-06T00:00:00Z");

    @Test
    void an_earlier_report_does_not_put_an_ended_dispute_back() {
        for (var end :
                new String[] {
                    "dispute_won",
                    "dispute_lost",
                    "dispute_accepted",
                    "dispute_expired",
                    "dispute_cancelled"
                }) {
            for (var earlier : new String[] {"dispute_opened", "dispute_challenged"}) {
                assertIgnored(dispute("dispute", end, null), dispute("dispute", earlier, null));
                assertIgnored(
                        dispute("dispute", end, TUESDAY), dispute("dispute", earlier, MONDAY));
            }
        }
    }

    @Test
    void a_report_of_an_earlier_stage_is_old() {
        assertIgnored(
                dispute("pre_arbitration", "dispute_opened", null),
                dispute("dispute", "dispute_lost", null));
        assertIgnored(
                dispute("dispute", "dispute_challenged", null),
                dispute("dispute", "dispute_opened", null));
        assertIgnored(
                dispute("dispute", "dispute_opened", null),
                dispute("pre_dispute", "dispute_won", null));
    }

    @Test
    void a_report_of_a_later_stage_goes_on_with_what_had_ended() {
        assertRecorded(
                dispute("dispute", "dispute_won", null),
                dispute("pre_arbitration", "dispute_opened", null));
        assertRecorded(
                dispute("dispute", "dispute_challenged", null),
                dispute("dispute", "dispute_lost", null));
    }

    @Test
    void the_providers_own_times_count_for_more_than_the_stages() {
        assertRecorded(
                dispute("dispute", "dispute_won", MONDAY),
                dispute("dispute", "dispute_opened", TUESDAY));
        assertIgnored(
                dispute("dispute", "dispute_opened", TUESDAY),
                dispute("dispute", "dispute_won", MONDAY));
    }

    @Test
    void a_report_is_recorded_once_and_a_dispute_of_another_id_beside_it() {
        var won = dispute("dispute", "dispute_won", MONDAY);
        assertIgnored(won, won);
        var scenario = Scenario.created(o -> o).when(new RecordDispute(won));
        var other = dispute("dp_2", "dispute", "dispute_opened", null);
        scenario.when(new RecordDispute(other));
        assertThat(scenario.payment().disputes()).containsExactly(won, other);
    }

    private static void assertIgnored(Dispute known, Dispute reported) {
        var scenario = Scenario.created(o -> o).when(new RecordDispute(known));
        scenario.when(new RecordDispute(reported)).thenNothing();
        assertThat(scenario.payment().disputes()).containsExactly(known);
    }

    private static void assertRecorded(Dispute known, Dispute reported) {
        var scenario = Scenario.created(o -> o).when(new RecordDispute(known));
        scenario.when(new RecordDispute(reported));
        assertThat(scenario.last().events()).containsExactly(new DisputeRecorded(reported));
        assertThat(scenario.payment().disputes()).containsExactly(reported);
    }

    private static Dispute dispute(String stage, String status, @Nullable Instant updatedAt) {
        return dispute("dp_1", stage, status, updatedAt);
    }

    private static Dispute dispute(
            String id, String stage, String status, @Nullable Instant updatedAt) {
        return new Dispute(
                id,
                stage,
                status,
                500,
                "EUR",
                "sandbox",
                id,
                null,
                null,
                null,
                null,
                MONDAY,
                updatedAt,
                Scenario.START,
                null);
    }
}
