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
        var account = Scenario.account("sandbox", "mca_sandbox", List.of("shows_books"));
        var scenario =
                new Scenario()
                        .when(
                                Scenario.creating(
                                        o -> o.captureMethod(CaptureMethod.MANUAL_MULTIPLE),
                                        Scenario.route(account)))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.approved()))
                        .when(Scenario.capture(1_000L))
                        .when(says(Kind.CAPTURE, 1, ProviderResult.approved().with(NAMED)))
                        .when(new PaymentCommand.SyncPayment(false))
                        .whenAnswered(
                                ProviderResult.approved()
                                        .with(NAMED)
                                        .with(new ProviderBooks(3_000, 0)));
        assertThat(ids(scenario)).containsExactly("cap_7", null);
    }

    private static List<String> ids(Scenario scenario) {
        return scenario.payment().captures().stream().map(Capture::connectorCaptureId).toList();
    }
}
