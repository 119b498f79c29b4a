package dev.paylater.e2e.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.Shop;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a run of chaos is made of. */
class PurchasePlanTest {

    /** Where a refund of several captures is one request for each. */
    private static final Set<Shop> REFUNDED_BY_CAPTURE =
            Set.of(Shop.PAYPAL, Shop.MONDU, Shop.RIVERTY);

    private final List<PurchasePlan> plans =
            IntStream.range(0, 2_000)
                    .mapToObj(number -> PurchasePlan.draw("run", 7, number))
                    .toList();

    @Test
    void every_kind_of_step_and_every_end_of_a_dispute_is_among_two_thousand_plans() {
        assertThat(plans.stream().flatMap(plan -> plan.steps().stream()).map(Object::getClass))
                .contains(MerchantStep.class.getPermittedSubclasses());
        assertThat(
                        plans.stream()
                                .flatMap(plan -> plan.steps().stream())
                                .filter(MerchantStep.Dispute.class::isInstance)
                                .map(step -> ((MerchantStep.Dispute) step).end()))
                .contains(DisputeEnd.values());
    }

    @Test
    void refunds_of_several_captures_are_made_where_each_capture_is_refunded_by_itself() {
        assertThat(
                        plans.stream()
                                .filter(plan -> plan.captureMethod().equals("manual_multiple"))
                                .filter(plan -> captures(plan) > 1)
                                .filter(plan -> plan.steps().contains(new MerchantStep.Refund(100)))
                                .map(PurchasePlan::shop))
                .containsAll(REFUNDED_BY_CAPTURE);
    }

    @Test
    void what_a_provider_refuses_is_tried_again() {
        assertThat(
                        plans.stream()
                                .filter(plan -> plan.steps().contains(new MerchantStep.TryAgain()))
                                .map(PurchasePlan::tag))
                .containsAll(
                        Arrays.stream(OutcomeTag.values()).filter(OutcomeTag::isRefused).toList());
    }

    @Test
    void disputes_and_direct_captures_are_where_the_simulator_has_them() {
        for (var plan : plans) {
            var kinds = plan.steps().stream().map(Object::getClass).toList();
            if (kinds.contains(MerchantStep.Dispute.class)) {
                assertThat(plan.shop()).isNull();
                assertThat(plan.merchant()).isSameAs(MerchantClient.SANDBOX);
            }
            if (kinds.contains(MerchantStep.CaptureDirect.class)) {
                assertThat(plan.shop()).isNull();
            }
        }
    }

    private static long captures(PurchasePlan plan) {
        return plan.steps().stream().filter(MerchantStep.Capture.class::isInstance).count();
    }
}
