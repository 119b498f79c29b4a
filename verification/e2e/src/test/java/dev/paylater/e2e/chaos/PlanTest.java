package dev.paylater.e2e.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.e2e.Merchant;
import dev.paylater.e2e.Shop;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a run of chaos is made of. */
class PlanTest {

    /** Where a refund of several captures is one request for each. */
    private static final Set<Shop> REFUNDED_BY_CAPTURE =
            Set.of(Shop.PAYPAL, Shop.MONDU, Shop.RIVERTY);

    private final List<Plan> plans =
            IntStream.range(0, 2_000).mapToObj(number -> Plan.draw("run", 7, number)).toList();

    @Test
    void every_kind_of_step_and_every_end_of_a_dispute_is_among_two_thousand_plans() {
        assertThat(plans.stream().flatMap(plan -> plan.steps().stream()).map(Object::getClass))
                .contains(Step.class.getPermittedSubclasses());
        assertThat(
                        plans.stream()
                                .flatMap(plan -> plan.steps().stream())
                                .filter(Step.Dispute.class::isInstance)
                                .map(step -> ((Step.Dispute) step).end()))
                .contains(DisputeEnd.values());
    }

    @Test
    void refunds_of_several_captures_are_made_where_each_capture_is_refunded_by_itself() {
        assertThat(
                        plans.stream()
                                .filter(plan -> plan.captureMethod().equals("manual_multiple"))
                                .filter(plan -> captures(plan) > 1)
                                .filter(plan -> plan.steps().contains(new Step.Refund(100)))
                                .map(Plan::shop))
                .containsAll(REFUNDED_BY_CAPTURE);
    }

    @Test
    void what_a_provider_refuses_is_tried_again() {
        assertThat(
                        plans.stream()
                                .filter(plan -> plan.steps().contains(new Step.TryAgain()))
                                .map(Plan::tag))
                .containsAll(Arrays.stream(Tag.values()).filter(Tag::isRefused).toList());
    }

    @Test
    void disputes_and_direct_captures_are_where_the_simulator_has_them() {
        for (var plan : plans) {
            var kinds = plan.steps().stream().map(Object::getClass).toList();
            if (kinds.contains(Step.Dispute.class)) {
                assertThat(plan.shop()).isNull();
                assertThat(plan.merchant()).isSameAs(Merchant.SANDBOX);
            }
            if (kinds.contains(Step.CaptureDirect.class)) {
                assertThat(plan.shop()).isNull();
            }
        }
    }

    private static long captures(Plan plan) {
        return plan.steps().stream().filter(Step.Capture.class::isInstance).count();
    }
}
