package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.OTHER;
import static dev.paylater.orchestrator.payment.Scenario.SANDBOX;
import static dev.paylater.orchestrator.payment.Scenario.route;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kernel.Refusal;
import dev.paylater.options.ClientLimits;
import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.provider.NextAction;
import dev.paylater.provider.ProviderResult;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a customer's client may change of a payment, and which payment method types may pay it. */
class ClientChangesTest {

    private static final Route NOWHERE = route();

    @Test
    void a_client_may_fill_64_kib_and_not_a_byte_more() {
        // The quotes of the JSON text count.
        var most = ClientLimits.MAX_BYTES - 2;
        assertThat(confirmedWith("name", "x".repeat(most)).last().refusal())
                .extracting(Refusal::code)
                .isEqualTo("IR_39");
        confirmedWith("name", "x".repeat(most + 1)).thenRefused("IR_05");
        confirmedWith("name", "é".repeat(most / 2 + 1)).thenRefused("IR_05");
    }

    @Test
    void what_the_merchant_has_set_does_not_count_for_the_client() {
        var payment =
                unpaid().when(
                                new PaymentCommand.UpdatePayment(
                                        Intent.NONE,
                                        Map.of("order_details", text("x".repeat(100_000)))));
        payment.when(clientConfirm(Map.of("name", text("Ada")), "name")).thenRefused("IR_39");
    }

    @Test
    void fields_are_counted_as_they_are_merged() {
        var half = text("x".repeat(ClientLimits.MAX_BYTES / 2));
        var payment = redirected();
        for (var i = 0; i < 10; i++) {
            payment.when(complete(Map.of("shipping", half), "shipping.address"));
            assertThat(payment.last().refusal()).isNull();
        }
        payment.when(complete(Map.of("billing", half), "billing")).thenRefused("IR_05");
        payment.when(complete(Map.of("shipping", text("short")), "shipping"));
        assertThat(payment.last().refusal()).isNull();
        payment.when(complete(Map.of("billing", half), "billing"));
        assertThat(payment.last().refusal()).isNull();
        assertThat(payment.payment().intent().clientFields())
                .containsExactly("shipping.address", "shipping", "billing");
    }

    @Test
    void a_client_has_a_hundred_changes_and_the_merchants_are_not_among_them() {
        var payment = redirected();
        for (var i = 0; i < ClientLimits.MAX_CHANGES; i++) {
            payment.when(complete(Map.of()));
            assertThat(payment.last().refusal()).isNull();
        }
        payment.when(complete(Map.of())).thenRefused("IR_16");
        payment.when(new PaymentCommand.CompleteAuthorization(Map.of(), null));
        assertThat(payment.last().refusal()).isNull();
        payment.when(new PaymentCommand.CancelPayment(null));
        assertThat(payment.last().refusal()).isNull();
    }

    @Test
    void what_the_merchant_sets_is_no_longer_the_clients() {
        var client =
                IntentBuilder.builder()
                        .paymentMethod("pay_later")
                        .clientFields(List.of("payment_method", "billing.address.city", "name"))
                        .build();
        var payment =
                unpaid().when(
                                new PaymentCommand.UpdatePayment(
                                        client, Map.of("name", text("a"), "billing", "{}")));
        assertThat(payment.payment().intent().clientFields())
                .containsExactly("payment_method", "billing.address.city", "name");
        var merchant = IntentBuilder.builder().paymentMethod("pay_later").build();
        payment.when(new PaymentCommand.UpdatePayment(merchant, Map.of("billing", "{}")));
        assertThat(payment.payment().intent().clientFields()).containsExactly("name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"create", "update", "confirm"})
    void only_allowed_types_can_be_chosen(String command) {
        var allowed = List.of("invoice", "direct_debit");
        var wrong = IntentBuilder.builder().paymentMethodType("subscription_invoice").build();
        var scenario =
                switch (command) {
                    case "create" ->
                            new Scenario()
                                    .when(
                                            Scenario.creating(
                                                    o ->
                                                            o.paymentMethodType(
                                                                            "subscription_invoice")
                                                                    .allowedPaymentMethodTypes(
                                                                            allowed),
                                                    null));
                    case "update" ->
                            unpaid(allowed).when(new PaymentCommand.UpdatePayment(wrong, Map.of()));
                    default ->
                            unpaid(allowed)
                                    .when(
                                            new PaymentCommand.ConfirmPayment(
                                                    false, wrong, Map.of(), route(SANDBOX)));
                };
        scenario.thenRefused("IR_06");
        assertThat(scenario.last().events()).isEmpty();
        assertThat(scenario.last().refusal())
                .extracting(Refusal::param)
                .isEqualTo("payment_method_type");
    }

    @Test
    void a_list_that_leaves_out_the_chosen_type_is_refused() {
        var narrowed =
                IntentBuilder.builder().allowedPaymentMethodTypes(List.of("direct_debit")).build();
        Scenario.created(o -> o)
                .when(new PaymentCommand.UpdatePayment(narrowed, Map.of()))
                .thenRefused("IR_06");
    }

    @Test
    void where_types_are_bounded_one_has_to_be_chosen() {
        var confirm =
                new PaymentCommand.ConfirmPayment(
                        false, Intent.NONE, Map.of(), route(SANDBOX, OTHER));
        unpaid(List.of("invoice")).when(confirm).thenRefused("IR_04");
        unpaid().when(confirm).thenStatus(PaymentStatus.PROCESSING);
    }

    private static Scenario unpaid() {
        return unpaid(List.of());
    }

    private static Scenario unpaid(List<String> allowed) {
        return Scenario.created(o -> o.paymentMethodType(null).allowedPaymentMethodTypes(allowed));
    }

    private static Scenario redirected() {
        return Scenario.confirmed(o -> o)
                .when(
                        Scenario.says(
                                Kind.AUTHORIZE,
                                1,
                                ProviderResult.requiresAction(
                                        new NextAction("redirect_to_url", "https://p.example"))));
    }

    private static Scenario confirmedWith(String field, String value) {
        return unpaid().when(clientConfirm(Map.of(field, text(value)), field));
    }

    private static PaymentCommand clientConfirm(Map<String, String> terms, String... paths) {
        var change = IntentBuilder.builder().clientFields(List.of(paths)).build();
        return new PaymentCommand.ConfirmPayment(true, change, terms, NOWHERE);
    }

    private static PaymentCommand complete(Map<String, String> terms, String... paths) {
        return new PaymentCommand.CompleteAuthorization(terms, List.of(paths));
    }

    private static String text(String value) {
        return '"' + value + '"';
    }
}
