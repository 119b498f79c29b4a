package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.PaymentStatus.PROCESSING;
import static dev.paylater.orchestrator.payment.PaymentStatus.SUCCEEDED;
import static dev.paylater.orchestrator.payment.Scenario.ATTEMPT;
import static dev.paylater.orchestrator.payment.Scenario.SANDBOX;
import static dev.paylater.orchestrator.payment.Scenario.START;
import static dev.paylater.orchestrator.payment.Scenario.answers;
import static dev.paylater.orchestrator.payment.Scenario.creating;
import static dev.paylater.orchestrator.payment.Scenario.route;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.orchestrator.payment.Mandate.Bounds;
import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.evolution.Decision;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderResult;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a payment by mandate may take, and what a payment that only sets one up takes. */
class MandateTest {

    private static final ProviderResult CONSENT =
            ProviderResult.approved().with(ProviderData.NONE.withMandateId("cm"));
    private static final Bounds SINGLE = new Bounds(true, 10000L, "EUR", null, null);

    @Test
    void a_payment_within_every_bound_is_sent_to_the_account_that_holds_the_mandate() {
        var bounds = new Bounds(true, 6540L, "EUR", START, START);
        var paid = paying(bounds, true, o -> o.customerId("cus_1")).thenStatus(PROCESSING);
        assertThat(paid.requests()).containsExactly(ATTEMPT + "_authorize");
        assertThat(paid.payment().currentAttempt().connectorMandateId()).isEqualTo("cm_1");
    }

    @Test
    void what_exceeds_a_bound_is_refused_and_names_it() {
        refused(SINGLE, o -> o.amount(10001L), "amount", "(amount)");
        refused(SINGLE, o -> o.amount(10000L).shippingCost(1L), "amount", "(amount)");
        refused(SINGLE, o -> o.currency("USD"), "currency", "(currency)");
        refused(Bounds.NONE, o -> o.customerId("cus_2"), "customer_id", "(customer_id)");
        refused(
                new Bounds(false, null, null, START.plusMillis(1), null),
                o -> o,
                "mandate_id",
                "(start_date)");
        refused(
                new Bounds(false, null, null, null, START.minusMillis(1)),
                o -> o,
                "mandate_id",
                "(end_date)");
    }

    @Test
    void another_profiles_mandate_pays_nothing() {
        var elsewhere =
                new Mandate(
                        "man_1", "pro_2", null, "mca_sandbox", "cm_1", Bounds.NONE, null, false);
        new Scenario().when(by(elsewhere, o -> o)).thenRefused("IR_06", "profile_id");
    }

    @Test
    void a_mandate_that_pays_once_pays_only_the_payment_that_claimed_it() {
        paying(SINGLE, true, o -> o).thenStatus(PROCESSING);
        paying(SINGLE, false, o -> o).thenRefused("IR_06", "mandate_id");
        paying(new Bounds(false, 10000L, "EUR", null, null), false, o -> o).thenStatus(PROCESSING);
    }

    @Test
    void a_revoked_mandate_pays_nothing() {
        var revoked =
                new Mandate("man_1", null, null, "mca_sandbox", "cm_1", Bounds.NONE, START, false);
        new Scenario().when(by(revoked, o -> o)).thenRefused("IR_06", "mandate_id");
    }

    @Test
    void a_mandate_is_revoked_once_and_only_where_it_came_from() {
        var given =
                new Scenario()
                        .when(creating(o -> o.paymentType("new_mandate"), route(SANDBOX)))
                        .when(answers(Kind.AUTHORIZE, 1, CONSENT));
        var mandate = new PaymentCommand.RevokeMandate("man_" + ATTEMPT);

        given.when(mandate);
        assertThat(given.last().events()).containsExactly(new PaymentEvent.MandateRevoked(ATTEMPT));
        assertThat(given.payment().currentAttempt().mandateRevokedAt()).isEqualTo(START);
        given.when(mandate);
        assertThat(given.last()).isEqualTo(Decision.nothing());
        given.when(new PaymentCommand.RevokeMandate("man_2")).thenRefused("HE_02", "mandate_id");

        new Scenario()
                .when(
                        by(
                                new Mandate(
                                        "man_1",
                                        null,
                                        null,
                                        "mca_sandbox",
                                        "cm_1",
                                        Bounds.NONE,
                                        null,
                                        false),
                                o -> o))
                .when(answers(Kind.AUTHORIZE, 1, CONSENT))
                .when(new PaymentCommand.RevokeMandate("man_1"))
                .thenRefused("HE_02", "mandate_id");
    }

    @Test
    void a_mandate_that_nobody_knows_leads_to_no_account() {
        new Scenario().when(by(Mandate.unknown("man_1"), o -> o)).thenRefused("IR_39");
    }

    @Test
    void setting_up_a_mandate_takes_no_money() {
        new Scenario()
                .when(creating(o -> o.paymentType("setup_mandate"), route(SANDBOX)))
                .thenRefused("IR_06", "amount");
        new Scenario()
                .when(
                        creating(
                                o -> o.amount(0L).shippingCost(1L).paymentType("setup_mandate"),
                                route(SANDBOX)))
                .thenRefused("IR_06", "amount");
        var setUp =
                new Scenario()
                        .when(
                                creating(
                                        o -> o.amount(0L).paymentType("setup_mandate"),
                                        route(SANDBOX)))
                        .when(Scenario.says(Kind.AUTHORIZE, 1, ProviderResult.captured()))
                        .thenStatus(SUCCEEDED)
                        .thenMoney(0, 0, 0);
        assertThat(setUp.payment().captures()).isEmpty();
        assertThat(setUp.requests()).containsExactly(ATTEMPT + "_authorize");
    }

    @Test
    void a_recurring_payment_needs_a_mandate() {
        new Scenario()
                .when(creating(o -> o.paymentType("recurring_mandate"), route(SANDBOX)))
                .thenRefused("IR_06", "mandate_id");
    }

    @Test
    void an_account_without_mandates_neither_gives_nor_takes_one() {
        for (UnaryOperator<IntentBuilder> options :
                List.<UnaryOperator<IntentBuilder>>of(
                        o -> o.paymentType("new_mandate"),
                        o -> o.paymentType("setup_mandate").amount(0L),
                        o -> o.setupFutureUsage("off_session"))) {
            new Scenario().when(creating(options, route(Scenario.REVIEWING))).thenRefused("IR_39");
        }
        new Scenario()
                .when(creating(o -> o.setupFutureUsage("on_session"), route(Scenario.REVIEWING)))
                .thenStatus(PROCESSING);
    }

    @Test
    void an_account_whose_mandates_come_with_payments_gives_none_without_one() {
        var account = Scenario.account("other", "mca_other", List.of("mandates"));
        new Scenario()
                .when(creating(o -> o.paymentType("setup_mandate").amount(0L), route(account)))
                .thenRefused("IR_39");
        new Scenario()
                .when(creating(o -> o.paymentType("new_mandate"), route(account)))
                .thenStatus(PROCESSING);
    }

    private static void refused(
            Bounds bounds, UnaryOperator<IntentBuilder> options, String param, String bound) {
        var refused = paying(bounds, true, options).thenRefused("IR_06", param);
        assertThat(refused.last().refusal()).isNotNull();
        assertThat(refused.last().refusal().message()).endsWith(bound);
        assertThat(refused.last().events()).isEmpty();
    }

    private static Scenario paying(
            Bounds bounds, boolean claimed, UnaryOperator<IntentBuilder> options) {
        return new Scenario()
                .when(
                        by(
                                new Mandate(
                                        "man_1",
                                        "pro_1",
                                        "cus_1",
                                        "mca_sandbox",
                                        "cm_1",
                                        bounds,
                                        null,
                                        claimed),
                                options));
    }

    private static PaymentCommand by(
            @Nullable Mandate mandate, UnaryOperator<IntentBuilder> options) {
        return creating(
                o -> options.apply(o.paymentMethod(null).mandateId("man_1").offSession(true)),
                new Route(List.of(SANDBOX), null, mandate));
    }
}
