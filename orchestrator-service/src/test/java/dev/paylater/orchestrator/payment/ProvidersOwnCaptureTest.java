package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.confirmed;
import static dev.paylater.orchestrator.payment.Scenario.declined;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.provider.ProviderBooks;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A capture that the provider makes by itself has the provider's id, without which some providers
 * refund nothing.
 */
class ProvidersOwnCaptureTest {

    private static final ProviderData NAMED = ProviderData.NONE.withOperationReference("cap_7");

    @Test
    void one_that_is_made_with_the_authorization_has_the_providers_id() {
        var scenario =
                confirmed(o -> o.captureMethod(CaptureMethod.AUTOMATIC))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.captured().with(NAMED)));
        assertThat(ids(scenario)).containsExactly("cap_7");
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    @Test
    void one_that_comes_after_the_end_has_the_providers_id() {
        var scenario =
                confirmed(o -> o.captureMethod(CaptureMethod.AUTOMATIC))
                        .when(says(Kind.AUTHORIZE, 1, declined()))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.captured().with(NAMED)));
        assertThat(ids(scenario)).containsExactly("cap_7");
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
    }

    @Test
    void one_that_is_found_does_not_take_the_id_of_another_capture() {
        var scenario =
                openWithBooks()
                        .when(Scenario.capture(1_000L))
                        .when(says(Kind.CAPTURE, 1, ProviderResult.approved().with(NAMED)))
                        .when(new PaymentCommand.SyncPayment(false))
                        .whenAnswered(
                                ProviderResult.approved()
                                        .with(NAMED)
                                        .with(new ProviderBooks(3_000, 0)));
        assertThat(ids(scenario)).containsExactly("cap_7", null);
    }

    /** The portal's capture was taken for the one that had failed here (seed 5323238). */
    @Test
    void a_capture_that_is_made_besides_the_one_it_was_taken_for_counts_too() {
        openWithBooks()
                .when(Scenario.capture(1_000L))
                .when(says(Kind.CAPTURE, 1, declined()))
                .whenAnswered(ProviderResult.approved().with(new ProviderBooks(1_000, 0)))
                .thenMoney(5_540, 1_000, 0)
                .when(says(Kind.CAPTURE, 1, ProviderResult.approved().with(NAMED)))
                .whenAnswered(ProviderResult.approved().with(new ProviderBooks(2_000, 0)))
                .thenMoney(4_540, 2_000, 0);
    }

    /** A direct settlement meanwhile has left less than the capture's amount (seed 5322653). */
    @Test
    void a_capture_that_had_failed_and_has_too_little_room_when_it_is_made_is_asked_about() {
        var scenario =
                openWithBooks()
                        .when(Scenario.capture(6_000L))
                        .when(says(Kind.CAPTURE, 1, declined()))
                        .whenAnswered(ProviderResult.approved().with(new ProviderBooks(0, 0)))
                        .when(new PaymentCommand.CapturePayment(6_000L, false, "direct", Map.of()))
                        .thenMoney(540, 6_000, 0)
                        .when(says(Kind.CAPTURE, 1, ProviderResult.approved().with(NAMED)));
        assertThat(scenario.last().events())
                .hasOnlyElementsOfType(PaymentEvent.AuthorizationInquired.class)
                .hasSize(1);
    }

    @Test
    void a_capture_that_is_told_of_twice_is_not_asked_about() {
        openWithBooks()
                .when(Scenario.capture(1_000L))
                .when(says(Kind.CAPTURE, 1, ProviderResult.approved().with(NAMED)))
                .when(says(Kind.CAPTURE, 1, ProviderResult.approved().with(NAMED)))
                .thenNothing();
    }

    private static Scenario openWithBooks() {
        var account =
                Scenario.account(
                        "sandbox",
                        "mca_sandbox",
                        List.of("shows_books", "direct_settlement", "release"));
        return new Scenario()
                .when(
                        Scenario.creating(
                                o -> o.captureMethod(CaptureMethod.MANUAL_MULTIPLE),
                                Scenario.route(account)))
                .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved()));
    }

    private static List<String> ids(Scenario scenario) {
        return scenario.payment().captures().stream().map(Capture::connectorCaptureId).toList();
    }
}
