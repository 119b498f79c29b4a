package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.SANDBOX;
import static dev.paylater.orchestrator.payment.Scenario.authorized;
import static dev.paylater.orchestrator.payment.Scenario.confirmed;
import static dev.paylater.orchestrator.payment.Scenario.created;
import static dev.paylater.orchestrator.payment.Scenario.declined;
import static dev.paylater.orchestrator.payment.Scenario.route;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kernel.Refusal;
import dev.paylater.kit.bson.RecordCodec;
import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.provider.ProviderResult;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What belongs to an attempt stays as it was when the attempt was made. */
class AttemptTermsTest {

    private static final String DESCRIPTION = "description";
    private static final String EMAIL = "email";
    private static final String LABEL = "business_label";

    @Test
    void the_currency_is_fixed_once_an_attempt_exists() {
        var yen = IntentBuilder.builder().currency("JPY").build();
        failed().when(confirm(yen, Map.of())).thenRefused("IR_16", "currency");
        failed().when(update(yen, Map.of())).thenRefused("IR_16", "currency");
        authorized(CaptureMethod.MANUAL)
                .when(update(yen, Map.of()))
                .thenRefused("IR_16", "currency");
        assertThat(failed().when(confirm(yen, Map.of())).last().refusal())
                .extracting(Refusal::message)
                .isEqualTo(
                        "confirm with another currency is not possible in status failed: the"
                                + " currency cannot change once an attempt exists");
    }

    @Test
    void the_same_currency_may_be_named_again_and_another_one_before_the_first_attempt() {
        var euro = IntentBuilder.builder().currency("EUR").build();
        var yen = IntentBuilder.builder().currency("JPY").build();
        failed().when(confirm(euro, Map.of())).thenStatus(PaymentStatus.PROCESSING);
        assertThat(created(o -> o).when(update(yen, Map.of())).payment().intent().currency())
                .isEqualTo("JPY");
    }

    @Test
    void an_attempt_keeps_its_terms_through_every_later_change() {
        var first = Map.of(DESCRIPTION, "\"one\"", EMAIL, "\"a@example.com\"");
        var scenario =
                created(o -> o.captureMethod(CaptureMethod.MANUAL))
                        .when(update(Intent.NONE, first))
                        .when(confirm(Intent.NONE, Map.of()))
                        .when(says(Kind.AUTHORIZE, 1, declined()));
        var made = terms(scenario, 1);
        scenario.when(
                confirm(
                        IntentBuilder.builder().amount(7_000L).build(),
                        Map.of(DESCRIPTION, "\"two\"", EMAIL, "null", LABEL, "\"shop\"")));
        assertThat(terms(scenario, 1)).isEqualTo(made);
        scenario.when(says(attempt(2), Kind.AUTHORIZE, 1, false, declined()));
        var second = terms(scenario, 2);
        scenario.when(
                        confirm(
                                Intent.NONE,
                                Map.of(
                                        DESCRIPTION,
                                        "\"three\"",
                                        EMAIL,
                                        "\"b@example.com\"",
                                        LABEL,
                                        "null")))
                .when(says(attempt(3), Kind.AUTHORIZE, 1, false, ProviderResult.approved()))
                .when(update(Intent.NONE, Map.of("metadata", "{\"a\":\"1\"}")));

        assertThat(terms(scenario, 1)).isEqualTo(made);
        assertThat(made.terms()).isEqualTo(first);
        assertThat(made.intent().amount()).isEqualTo(6_540);
        assertThat(terms(scenario, 2)).isEqualTo(second);
        assertThat(second.terms()).isEqualTo(Map.of(DESCRIPTION, "\"two\"", LABEL, "\"shop\""));
        assertThat(second.intent().amount()).isEqualTo(7_000);
        assertThat(terms(scenario, 3).terms())
                .isEqualTo(
                        Map.of(
                                DESCRIPTION,
                                "\"three\"",
                                EMAIL,
                                "\"b@example.com\"",
                                "metadata",
                                "{\"a\":\"1\"}"));
        var payment = scenario.payment();
        var codec = RecordCodec.of(Payment.class);
        assertThat(codec.fromDocument(codec.toDocument(payment))).isEqualTo(payment);
        assertThat(scenario.folded()).isEqualTo(payment);
    }

    @Test
    void a_payment_that_was_never_changed_keeps_nothing_besides() {
        var scenario = failed().when(confirm(Intent.NONE, Map.of()));
        assertThat(scenario.payment().earlierTerms()).isEmpty();
    }

    @Test
    void the_provider_is_asked_about_a_failed_attempt_with_the_amount_of_that_attempt() {
        var scenario =
                failed().when(confirm(IntentBuilder.builder().amount(7_000L).build(), Map.of()))
                        .when(says(Kind.AUTHORIZE, 1, ProviderResult.pending()));
        assertThat(scenario.last().events())
                .singleElement()
                .isInstanceOfSatisfying(
                        PaymentEvent.AuthorizationInquired.class,
                        e -> assertThat(e.operation().amount()).isEqualTo(6_540));
    }

    private static Scenario failed() {
        return confirmed(o -> o).when(says(Kind.AUTHORIZE, 1, declined()));
    }

    private static PaymentCommand confirm(Intent options, Map<String, String> terms) {
        return new PaymentCommand.ConfirmPayment(false, options, terms, route(SANDBOX));
    }

    private static PaymentCommand update(Intent options, Map<String, String> terms) {
        return new PaymentCommand.UpdatePayment(options, terms);
    }

    private static AttemptTerms terms(Scenario scenario, int number) {
        return scenario.payment().termsOf(scenario.payment().attempt(attempt(number)));
    }

    private static String attempt(int number) {
        return Scenario.PAYMENT_ID + "_" + number;
    }
}
