package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.SANDBOX;
import static dev.paylater.orchestrator.payment.Scenario.capture;
import static dev.paylater.orchestrator.payment.Scenario.creating;
import static dev.paylater.orchestrator.payment.Scenario.route;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kernel.Refusal;
import dev.paylater.options.NeededCapability;
import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderResult;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A capability that a connector lacks decides where a payment goes, and captures happened. */
class NeededCapabilityTest {

    private static final ConnectorAccount INCAPABLE =
            new ConnectorAccount(
                    "alma",
                    "mca_alma",
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of("automatic", "manual", "scheduled", "sequential_automatic"),
                    List.of());

    private static UnaryOperator<IntentBuilder> asking(NeededCapability needed) {
        return switch (needed) {
            case MULTIPLE_CAPTURE -> o -> o.captureMethod(CaptureMethod.MANUAL_MULTIPLE);
            case MANDATES -> o -> o.setupFutureUsage("off_session");
            case MANDATE_SETUP -> o -> o.paymentType("setup_mandate").amount(0L);
            case EXTERNAL_THREE_DS ->
                    o ->
                            o.authenticationType("three_ds")
                                    .requestExternalThreeDsAuthentication(true);
            case ACCEPT_DISPUTE, CHALLENGE_DISPUTE, DIRECT_CAPTURE, RELEASE ->
                    throw new IllegalArgumentException();
        };
    }

    @ParameterizedTest
    @EnumSource(
            value = NeededCapability.class,
            names = {"ACCEPT_DISPUTE", "CHALLENGE_DISPUTE", "DIRECT_CAPTURE", "RELEASE"},
            mode = EnumSource.Mode.EXCLUDE)
    void a_connector_without_it_is_skipped_and_refused_by_name_where_the_payment_names_it(
            NeededCapability needed) {
        var asked = asking(needed);
        new Scenario().when(creating(asked, route(INCAPABLE))).thenRefused("IR_39");
        var chosen =
                new Scenario()
                        .when(
                                creating(
                                        o -> asked.apply(o).connector(List.of("alma")),
                                        route(INCAPABLE)))
                        .thenRefused("IR_37");
        assertThat(chosen.last().refusal()).extracting(Refusal::param).isEqualTo(paramOf(needed));
        assertThat(chosen.requests()).isEmpty();
        var next = new Scenario().when(creating(asked, route(INCAPABLE, SANDBOX)));
        assertThat(next.payment().currentAttempt().connector()).isEqualTo("sandbox");
    }

    /** A mandate is lacking before its set-up is. */
    private static String paramOf(NeededCapability needed) {
        return switch (needed) {
            case MULTIPLE_CAPTURE -> "capture_method";
            case MANDATES, MANDATE_SETUP -> "setup_future_usage";
            case EXTERNAL_THREE_DS -> "request_external_three_ds_authentication";
            case ACCEPT_DISPUTE, CHALLENGE_DISPUTE, DIRECT_CAPTURE, RELEASE ->
                    throw new IllegalArgumentException();
        };
    }

    @Test
    void a_capture_that_answers_with_the_id_of_another_capture_is_not_believed() {
        var payment =
                Scenario.authorized(CaptureMethod.MANUAL_MULTIPLE)
                        .when(capture(1000L))
                        .when(says(Kind.CAPTURE, 1, named("cap_1", 1000)))
                        .when(capture(2000L))
                        .when(says(Kind.CAPTURE, 2, named("cap_1", 2000)))
                        .thenMoney(3540, 1000, 0);
        assertThat(payment.payment().captures())
                .extracting(Capture::status)
                .containsExactly(Capture.Status.CHARGED, Capture.Status.PENDING);

        payment.after(Duration.ofSeconds(2)).whenDue();
        assertThat(payment.requests())
                .last()
                .isEqualTo("?" + OperationIds.of(Scenario.ATTEMPT, Kind.CAPTURE, 2));

        payment.when(says(Kind.CAPTURE, 2, named("cap_2", 2000))).thenMoney(3540, 3000, 0);
    }

    @Test
    void the_answer_of_a_capture_that_comes_twice_names_no_other_capture() {
        Scenario.authorized(CaptureMethod.MANUAL_MULTIPLE)
                .when(capture(1000L))
                .when(says(Kind.CAPTURE, 1, named("cap_1", 1000)))
                .when(says(Kind.CAPTURE, 1, named("cap_1", 1000)))
                .thenNothing()
                .thenMoney(5540, 1000, 0);
    }

    private static ProviderResult named(String connectorCaptureId, long amount) {
        return ProviderResult.approved(amount)
                .with(ProviderData.NONE.withOperationReference(connectorCaptureId));
    }
}
