package dev.paylater.simulator.payment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

/** Whatever is asked in whatever order, no money is invented and the postings tell the truth. */
class RulesTest {

    private static final int SEEDS = 3_000;
    private static final int STEPS = 30;

    private final AtomicInteger ids = new AtomicInteger();

    @Test
    void the_amounts_and_the_postings_agree_after_every_step() {
        for (var seed = 0; seed < SEEDS; seed++) {
            new Walk(seed).run();
        }
    }

    private final class Walk {
        private final int seed;
        private final Random random;
        private final Map<Posting.Kind, Long> posted = new EnumMap<>(Posting.Kind.class);
        private SimulatedPayment payment;
        private long now = 1;

        private Walk(int seed) {
            this.seed = seed;
            this.random = new Random(seed);
            this.payment = asked();
        }

        private void run() {
            apply(Authorizing.open(payment, moment()));
            for (var step = 0; step < STEPS; step++) {
                now += random.nextInt(1_000);
                apply(next());
                check();
            }
        }

        private @Nullable RuleResult next() {
            var key = "key" + ids.incrementAndGet();
            var amount = random.nextInt(4) == 0 ? null : Long.valueOf(1 + random.nextInt(700));
            return switch (random.nextInt(9)) {
                case 0, 1 -> CaptureRules.capture(payment, amount, key, null, moment());
                case 2 -> CaptureRules.release(payment, amount, key, moment());
                case 3, 4 ->
                        RefundRules.refund(
                                payment,
                                new RefundRules.Wish(amount, anyCapture(), key, null, null),
                                moment());
                case 5 ->
                        CaptureRules.increase(
                                payment, 1 + random.nextInt(500), key, null, moment());
                case 6 -> Authorizing.answered(payment, anyChoice(), moment());
                case 7 -> settled();
                default -> fallen();
            };
        }

        private @Nullable String anyCapture() {
            return payment.captures().isEmpty() || random.nextBoolean()
                    ? null
                    : payment.captures().get(random.nextInt(payment.captures().size())).id();
        }

        private Authorizing.Choice anyChoice() {
            return List.of(
                            Authorizing.Choice.APPROVE,
                            Authorizing.Choice.DECLINE,
                            Authorizing.Choice.CANCEL)
                    .get(random.nextInt(3));
        }

        private @Nullable RuleResult settled() {
            return payment.refunds().isEmpty()
                    ? Authorizing.accepted(payment, moment())
                    : RefundRules.settle(
                            payment,
                            payment.refunds().get(random.nextInt(payment.refunds().size())).id(),
                            random.nextBoolean(),
                            now);
        }

        private @Nullable RuleResult fallen() {
            var late = Deadlines.asked(payment, now);
            if (late != null) {
                payment = late;
            }
            return payment.dues().isEmpty()
                    ? null
                    : Deadlines.fall(payment, payment.dues().getFirst(), moment());
        }

        private void apply(@Nullable RuleResult result) {
            if (result instanceof RuleResult.Done done) {
                payment = done.payment();
                for (var posting : done.postings()) {
                    assertThat(posting.amount()).isPositive();
                    posted.merge(posting.kind(), posting.amount(), Long::sum);
                }
            }
        }

        private void check() {
            assertThat(List.of(payment.authorized(), payment.captured(), payment.voided()))
                    .as("seed %s", seed)
                    .containsExactly(
                            posted(Posting.Kind.AUTHORIZE),
                            posted(Posting.Kind.CAPTURE),
                            posted(Posting.Kind.VOID));
            assertThat(payment.refunded()).isEqualTo(posted(Posting.Kind.REFUND));
            assertThat(payment.captured() + payment.voided() + payment.capturable())
                    .as("seed %s", seed)
                    .isLessThanOrEqualTo(payment.authorized());
            assertThat(payment.capturable()).isNotNegative();
            assertThat(payment.refunded() + payment.refundable())
                    .as("seed %s", seed)
                    .isLessThanOrEqualTo(payment.captured());
            assertThat(payment.captures())
                    .allMatch(
                            capture ->
                                    capture.refunded() >= 0
                                            && capture.refunded() <= capture.amount());
        }

        private long posted(Posting.Kind kind) {
            return posted.getOrDefault(kind, 0L);
        }

        private TimeAndIds moment() {
            return new TimeAndIds(now, kind -> kind + "_" + ids.incrementAndGet());
        }

        private SimulatedPayment asked() {
            return new SimulatedPayment(
                    "payment",
                    "sandbox",
                    "account",
                    "reference",
                    null,
                    "key",
                    now,
                    now,
                    "EUR",
                    1 + random.nextInt(2_000),
                    random.nextBoolean(),
                    tags(),
                    Stage.PENDING,
                    null,
                    0,
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    null,
                    null,
                    JsonNodeFactory.instance.objectNode());
        }

        private Set<Tag> tags() {
            var tags = EnumSet.noneOf(Tag.class);
            for (var tag : Tag.values()) {
                if (random.nextInt(10) == 0) {
                    tags.add(tag);
                }
            }
            return Collections.unmodifiableSet(tags);
        }
    }
}
