package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.authorized;
import static dev.paylater.orchestrator.payment.Scenario.created;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.options.Kept;
import dev.paylater.options.PaymentOption;
import dev.paylater.options.Routing;
import dev.paylater.orchestrator.payment.PaymentCommand.UpdatePayment;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each option can be changed in its time, and afterwards no more. */
class ChangeableUntilTest {

    /** By hand from the interface: an authorized payment takes an update of its metadata only. */
    private static final Set<String> CHANGEABLE_WHEN_AUTHORIZED =
            Set.of("metadata", "payment_link_config");

    static Stream<PaymentOption> options() {
        return Stream.of(PaymentOption.values())
                .filter(option -> option.isInPayment() && option.kept() != Kept.NOT_KEPT);
    }

    @ParameterizedTest
    @MethodSource("options")
    void an_option_is_changed_before_the_confirm(PaymentOption option) {
        var scenario = created(o -> o).when(update(option));
        assertThat(scenario.last().refusal()).isNull();
        assertThat(scenario.last().events())
                .singleElement()
                .isInstanceOf(PaymentEvent.PaymentUpdated.class);
        if (option.kept() == Kept.CARRIED) {
            assertThat(scenario.payment().terms()).containsOnly(Map.entry(option.fieldName(), "1"));
        } else {
            var field = valueField(option);
            assertThat(Intent.OPTIONS.value(scenario.payment().intent(), field))
                    .isEqualTo(VALUES.get(field));
        }
    }

    @ParameterizedTest
    @MethodSource("options")
    void an_option_of_an_authorized_payment_is_refused_unless_it_is_always_changeable(
            PaymentOption option) {
        var scenario = authorized(CaptureMethod.MANUAL);
        var before = scenario.payment();
        scenario.when(update(option));
        if (CHANGEABLE_WHEN_AUTHORIZED.contains(option.fieldName())) {
            assertThat(scenario.last().refusal()).isNull();
            assertThat(scenario.payment().terms()).containsEntry(option.fieldName(), "1");
        } else {
            var refusal = scenario.last().refusal();
            assertThat(refusal).isNotNull();
            assertThat(refusal.code()).isEqualTo("IR_16");
            assertThat(scenario.last().events()).isEmpty();
            assertThat(scenario.payment()).isEqualTo(before);
        }
    }

    private static UpdatePayment update(PaymentOption option) {
        if (option.kept() == Kept.CARRIED) {
            return new UpdatePayment(Intent.NONE, Map.of(option.fieldName(), "1"));
        }
        var wanted = valueField(option);
        var change =
                Intent.OPTIONS.make((field, _) -> field.equals(wanted) ? VALUES.get(field) : null);
        assertThat(change.fields()).containsExactly(wanted);
        return new UpdatePayment(change, Map.of());
    }

    /** Surcharges are two amounts. */
    private static String valueField(PaymentOption option) {
        return option == PaymentOption.SURCHARGE_DETAILS ? "surcharge_amount" : option.fieldName();
    }

    private static final Map<String, Object> VALUES =
            Map.ofEntries(
                    Map.entry("amount", 7_000L),
                    Map.entry("currency", "USD"),
                    Map.entry("shipping_cost", 5L),
                    Map.entry("order_tax_amount", 6L),
                    Map.entry("surcharge_amount", 7L),
                    Map.entry("amount_to_capture", 40L),
                    Map.entry("capture_method", CaptureMethod.SCHEDULED),
                    Map.entry("capture_on", Instant.parse("2026-02-01T00:00:00Z")),
                    Map.entry("authentication_type", "three_ds"),
                    Map.entry("payment_method", "pay_later"),
                    Map.entry("payment_method_type", "direct_debit"),
                    Map.entry("payment_type", "new_mandate"),
                    Map.entry("session_expiry", 60),
                    Map.entry("customer_id", "cus_1"),
                    Map.entry("connector", List.of("klarna")),
                    Map.entry("routing", new Routing.Single(new Routing.Choice("klarna", null))),
                    Map.entry("setup_future_usage", "off_session"),
                    Map.entry("off_session", true),
                    Map.entry("mandate_id", "man_1"),
                    Map.entry("request_external_three_ds_authentication", true),
                    Map.entry("request_incremental_authorization", true),
                    Map.entry("allowed_payment_method_types", List.of("invoice")));
}
