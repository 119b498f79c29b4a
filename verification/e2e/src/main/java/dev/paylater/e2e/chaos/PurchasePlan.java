package dev.paylater.e2e.chaos;

import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.Shop;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one customer buys and what the merchant does about it; all of it follows from the seed.
 *
 * @param mark tells this payment from all others of this and of other runs
 * @param shop null: the merchant's first connector, the sandbox
 * @param confirmedLater whether creation and confirmation are two requests
 * @param decision what a redirected customer does: approve, decline, cancel or leave
 * @param customerReturns whether a redirected customer comes back to the shop after deciding
 */
record PurchasePlan(
        String mark,
        MerchantClient merchant,
        @Nullable Shop shop,
        OutcomeTag tag,
        String captureMethod,
        long amount,
        boolean confirmedLater,
        String decision,
        boolean customerReturns,
        List<MerchantStep> steps) {

    private static final List<Shop> SHOPS = List.of(Shop.values());

    /**
     * They capture an order once. Billie would do it more often, but then a refund is one of each
     * invoice, and an operator could not tell from the ledger which of them was made.
     */
    private static final Set<Shop> SINGLE_CAPTURE = Set.of(Shop.SCALAPAY, Shop.ALMA, Shop.BILLIE);

    /** They do not tell a refund whose answer was lost from another one. */
    private static final Set<Shop> REFUNDS_UNTOLD = Set.of(Shop.TAMARA, Shop.BILLIE);

    private static final List<String> DECISIONS =
            List.of("approve", "approve", "approve", "approve", "decline", "cancel", "leave");
    private static final List<OutcomeTag> SPECIAL = OutcomeTag.special();

    static PurchasePlan draw(String run, long seed, int number) {
        var random = new Random(seed * 1_000_003 + number);
        var shop = random.nextInt(100) < 30 ? any(random, SHOPS) : null;
        var tag = tag(random, shop);
        var method = captureMethod(random, tag, shop);
        var amount = 2_000 + random.nextInt(50_000);
        var merchant = random.nextInt(10) == 0 ? MerchantClient.OTHER : MerchantClient.SANDBOX;
        // The simulator's word on a dispute is asked for with the first merchant's account.
        var isDisputable = shop == null && merchant == MerchantClient.SANDBOX;
        return new PurchasePlan(
                run + "-" + number,
                merchant,
                shop,
                tag,
                method,
                amount,
                random.nextInt(5) == 0,
                any(random, DECISIONS),
                random.nextInt(4) > 0,
                steps(random, shop, tag, method, amount, isDisputable));
    }

    /** Whether a person has to find out what became of a refund whose answer was lost. */
    boolean isSettledByOperator() {
        return shop != null && REFUNDS_UNTOLD.contains(shop);
    }

    private static OutcomeTag tag(Random random, @Nullable Shop shop) {
        if (random.nextInt(100) < 55) {
            return OutcomeTag.NONE;
        }
        return any(random, shop == null ? SPECIAL : OutcomeTag.AT_EVERY_PROVIDER);
    }

    private static String captureMethod(Random random, OutcomeTag tag, @Nullable Shop shop) {
        // It wants an invoice's address with each capture, which only the merchant knows.
        if (shop == Shop.MONDU) {
            return random.nextBoolean() ? "manual" : "manual_multiple";
        }
        if (tag.name().startsWith("CAPTURE")
                || tag == OutcomeTag.VOID_DECLINED
                || (shop != null && SINGLE_CAPTURE.contains(shop))) {
            return "manual";
        }
        var draw = random.nextInt(100);
        return draw < 30
                ? "automatic"
                : draw < 65
                        ? "manual"
                        : draw < 85
                                ? "manual_multiple"
                                : draw < 95 ? "sequential_automatic" : "scheduled";
    }

    private static List<MerchantStep> steps(
            Random random,
            @Nullable Shop shop,
            OutcomeTag tag,
            String method,
            long amount,
            boolean isDisputable) {
        var steps = new ArrayList<MerchantStep>();
        if (tag == OutcomeTag.VOID_DECLINED) {
            return List.of(
                    new MerchantStep.Cancel(),
                    new MerchantStep.Capture(0, false),
                    new MerchantStep.Refund(50));
        }
        if (tag.isRefused() && random.nextInt(100) < 70) {
            steps.add(new MerchantStep.TryAgain());
        }
        switch (method) {
            case "manual" -> manual(random, shop, amount, steps);
            case "manual_multiple" -> multiple(random, shop, amount, steps);
            default -> {}
        }
        if (isDisputable && random.nextInt(100) < 15) {
            dispute(random, steps);
        }
        if (tag.name().startsWith("REFUND") || random.nextInt(100) < 55) {
            refunds(random, steps);
        }
        return List.copyOf(steps);
    }

    private static void dispute(Random random, List<MerchantStep> steps) {
        var end = any(random, List.of(DisputeEnd.values()));
        if (random.nextBoolean()) {
            steps.add(new MerchantStep.Refund(10 + random.nextInt(40)));
        }
        steps.add(new MerchantStep.Dispute(20 + random.nextInt(81), end));
        if (end.isLost()) {
            steps.add(new MerchantStep.RefundLost());
        }
    }

    private static void manual(
            Random random, @Nullable Shop shop, long amount, List<MerchantStep> steps) {
        var draw = random.nextInt(100);
        if (draw < 10 && shop == null) {
            steps.add(new MerchantStep.CaptureDirect(0));
        } else if (draw < 55) {
            steps.add(new MerchantStep.Capture(0, false));
        } else if (draw < 75) {
            steps.add(new MerchantStep.Capture(part(random, amount), false));
        } else if (draw < 85) {
            steps.add(new MerchantStep.CaptureTwice(amount * 6 / 10));
        } else {
            steps.add(new MerchantStep.Cancel());
        }
    }

    private static void multiple(
            Random random, @Nullable Shop shop, long amount, List<MerchantStep> steps) {
        var parts = 1 + random.nextInt(3);
        for (var part = 0; part < parts; part++) {
            steps.add(new MerchantStep.Capture(part(random, amount) / parts, false));
        }
        if (shop == null && random.nextInt(5) == 0) {
            steps.add(new MerchantStep.CaptureDirect(500));
        }
        switch (random.nextInt(5)) {
            case 0 -> steps.add(new MerchantStep.Cancel());
            case 1 -> steps.add(new MerchantStep.Capture(500, true));
            case 2 -> steps.add(new MerchantStep.CaptureTwice(amount * 6 / 10));
            default -> steps.add(new MerchantStep.Capture(0, false));
        }
    }

    private static void refunds(Random random, List<MerchantStep> steps) {
        if (random.nextInt(5) == 0) {
            steps.add(new MerchantStep.RefundRace(2 + random.nextInt(6)));
            return;
        }
        var refunds = 1 + random.nextInt(3);
        for (var refund = 0; refund < refunds; refund++) {
            steps.add(
                    new MerchantStep.Refund(
                            random.nextInt(3) == 0 ? 100 : 10 + random.nextInt(80)));
        }
    }

    private static long part(Random random, long amount) {
        return amount / 10 + random.nextInt((int) (amount / 2));
    }

    private static <T> T any(Random random, List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** The body of a confirmation after a failure. */
    String bodyOfNewTry() {
        return """
        {"retry_action": "manual_retry",
         "payment_method": "pay_later", "payment_method_type": "invoice",
         "payment_method_data": {"pay_later": {"invoice": {}}},
         "billing": {"email": "%s"}}
        """
                .formatted(OutcomeTag.NONE.email());
    }

    /** The body of POST /payments; made once, since a repetition must be the same. */
    String body() {
        var type = shop == null ? "invoice" : shop.type();
        return """
        {"amount": %d, "currency": "%s", "capture_method": "%s", "confirm": %s, %s %s
         "metadata": {"chaos": "%s", "company_name": "Jones Ltd", "registration_id": "1"},
         "payment_method": "pay_later", "payment_method_type": "%s",
         "payment_method_data": {"pay_later": {"%s": {}}},
         "return_url": "https://shop.example/return",
         "billing": {"address": {"first_name": "Ada", "last_name": "Jones", "line1": "Main St 1",
           "zip": "10115", "city": "Berlin", "country": "%s"},
           "phone": {"number": "1701234567", "country_code": "+49"}, "email": "%s"}}
        """
                .formatted(
                        amount,
                        shop == null ? "EUR" : shop.currency(),
                        captureMethod,
                        !confirmedLater,
                        shop == null ? "" : "\"connector\": [\"" + shop.connector() + "\"],",
                        captureMethod.equals("scheduled")
                                ? "\"capture_on\": \"" + Instant.now().plusSeconds(2) + "\","
                                : "",
                        mark,
                        type,
                        type,
                        shop == null ? "DE" : shop.country(),
                        tag.email());
    }
}
