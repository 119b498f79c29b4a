package dev.paylater.e2e.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.Shop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How long a run waits for refunds that only a person can settle. */
class OperatorDeskTest {

    private static final Untold REFUND =
            new Untold(MerchantClient.SANDBOX, "merchant_sandbox", "pay_1", "ref_1", "billie");
    private static final Untold ANOTHER =
            new Untold(MerchantClient.SANDBOX, "merchant_sandbox", "pay_2", "ref_2", "tamara");

    private final AtomicLong now = new AtomicLong(1_000_000);
    private final Fake portal = new Fake();
    private final OperatorDesk desk = new OperatorDesk(portal, now::get, now::addAndGet);

    /** A system in which the call is refused until it is taken, if it ever is. */
    private final class Fake implements Portal {
        private final List<String> settled = new ArrayList<>();
        private String status = "pending";
        private boolean made;
        private long takenFrom;
        private long endsByItselfAt = Long.MAX_VALUE;

        @Override
        public Refund refund(Untold untold) {
            return new Refund(now.get() >= endsByItselfAt ? "succeeded" : status, 500);
        }

        @Override
        public boolean isMade(Untold untold) {
            return made;
        }

        @Override
        public void settle(Untold untold, boolean succeeded) {
            settled.add(untold.refundId() + " " + (succeeded ? "succeeded" : "failed"));
            if (now.get() >= takenFrom) {
                status = succeeded ? "succeeded" : "failed";
            }
        }
    }

    @Test
    void a_purchase_waits_for_a_refund_that_a_person_settles_no_longer_than_for_others() {
        var asked = desk.now();
        var billie = plan(Shop.BILLIE);

        assertThat(desk.takes(billie, asked)).isFalse();
        now.addAndGet(OperatorDesk.LEFT_AFTER.toMillis());
        assertThat(desk.takes(billie, asked)).isTrue();
        assertThat(desk.takes(plan(Shop.TAMARA), asked)).isTrue();
        assertThat(desk.takes(plan(Shop.KLARNA), asked)).isFalse();
        assertThat(desk.takes(plan(null), asked)).isFalse();
    }

    @Test
    void nobody_waits_when_nothing_was_left() {
        var before = desk.now();

        assertThat(desk.settle()).isEmpty();
        assertThat(desk.now()).isEqualTo(before);
    }

    @Test
    void what_the_provider_has_made_is_settled_as_succeeded_and_once() {
        portal.made = true;
        desk.leave(REFUND);
        desk.leave(REFUND);

        assertThat(desk.settle()).containsExactly(entry(REFUND, "succeeded"));
        assertThat(portal.settled).containsExactly("ref_1 succeeded");
    }

    @Test
    void what_the_provider_has_not_made_is_settled_as_failed() {
        desk.leave(REFUND);

        assertThat(desk.settle()).containsExactly(entry(REFUND, "failed"));
    }

    @Test
    void nothing_is_settled_while_a_delivery_may_still_be_carried_out() {
        var left = desk.now();
        portal.endsByItselfAt = left + OperatorDesk.NOT_BEFORE.toMillis() - 1;
        desk.leave(REFUND);

        assertThat(desk.settle()).containsExactly(entry(REFUND, "succeeded"));
        assertThat(portal.settled).isEmpty();
    }

    @Test
    void a_call_that_is_refused_is_made_again() {
        portal.takenFrom = desk.now() + OperatorDesk.NOT_BEFORE.toMillis() + 10_000;
        desk.leave(REFUND);

        assertThat(desk.settle()).containsExactly(entry(REFUND, "failed"));
        assertThat(portal.settled).hasSizeGreaterThan(1);
    }

    @Test
    void what_stays_pending_whatever_the_operator_says_does_not_keep_the_run_waiting() {
        portal.takenFrom = Long.MAX_VALUE;
        desk.leave(REFUND);
        desk.leave(ANOTHER);
        var began = desk.now();

        assertThat(desk.settle())
                .containsExactly(entry(REFUND, "pending"), entry(ANOTHER, "pending"));
        assertThat(desk.now() - began)
                .isBetween(
                        OperatorDesk.AT_MOST.toMillis(), OperatorDesk.AT_MOST.toMillis() + 5_000);
    }

    private static java.util.Map.Entry<Untold, Portal.Refund> entry(Untold untold, String status) {
        return java.util.Map.entry(untold, new Portal.Refund(status, 500));
    }

    private static PurchasePlan plan(@org.jspecify.annotations.Nullable Shop shop) {
        return new PurchasePlan(
                "mark",
                MerchantClient.SANDBOX,
                shop,
                OutcomeTag.NONE,
                "manual",
                6540,
                false,
                "approve",
                true,
                List.of());
    }
}
