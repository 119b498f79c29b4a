package dev.paylater.e2e.chaos;

import dev.paylater.e2e.ApiAnswer;
import dev.paylater.e2e.ProviderLedger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Carries out one plan, step by step, each step until what it led to has settled. Remembers what
 * was accepted, so that it can be held against the books afterwards.
 */
final class Purchase {

    private static final Set<String> CAPTURABLE =
            Set.of("requires_capture", "partially_captured_and_capturable");
    private static final Set<String> REFUNDABLE =
            Set.of("succeeded", "partially_captured", "partially_captured_and_capturable");
    private static final String SHOP = "https://shop.example/";
    private static final long SMALLEST_REFUND = 100;
    private static final long BEFORE_ASKING_MILLIS = 1_500;
    private static final int MAX_TRIES = 20;
    private static final int MAX_VISITS = 3;

    private final PurchasePlan plan;
    private final ChaosFindings findings;
    private final Timing timing;
    private final OperatorDesk desk;
    private final PatientMerchant merchant;
    private final AcceptedRequests accepted = new AcceptedRequests();
    private String paymentId = "";

    Purchase(PurchasePlan plan, ChaosFindings findings, Timing timing, OperatorDesk desk) {
        this.plan = plan;
        this.desk = desk;
        this.findings = findings;
        this.timing = timing;
        this.merchant = new PatientMerchant(plan.merchant(), plan.mark(), findings);
    }

    PurchasePlan plan() {
        return plan;
    }

    String paymentId() {
        return paymentId;
    }

    AcceptedRequests accepted() {
        return accepted;
    }

    /** Returns when nothing is left to do and nothing in flight. */
    void run() {
        var payment = pay();
        for (var step : plan.steps()) {
            var begun = System.nanoTime();
            var slow = plan.tag().isSlow() || isInSlowParts(step, payment);
            payment = take(step, payment);
            settled(step.toString(), begun, slow);
        }
    }

    private ApiAnswer pay() {
        var begun = System.nanoTime();
        var created = merchant.post("/payments", plan.body());
        if (created.status() != 200) {
            findings.add(plan.mark(), "create answered " + created.text());
            throw new Stuck("no payment");
        }
        paymentId = created.string("payment_id");
        if (plan.confirmedLater()) {
            var confirmed = merchant.post("/payments/" + paymentId + "/confirm", "{}");
            if (confirmed.status() != 200) {
                findings.add(paymentId, "confirm answered " + confirmed.text());
            }
        }
        var payment = settled();
        settled("confirm", begun, plan.tag().isSlow());
        begun = System.nanoTime();
        switch (payment.string("status")) {
            case "requires_customer_action" -> payment = customer(payment);
            case "requires_merchant_action" -> payment = review();
            default -> {
                return scheduled(payment);
            }
        }
        settled(plan.decision(), begun, plan.tag().isSlow());
        return scheduled(payment);
    }

    /**
     * A refund of several captures may be one call for each, one after the other; when every answer
     * is lost, each part takes a timeout and a question. An operator comes after minutes.
     */
    private boolean isInSlowParts(MerchantStep step, ApiAnswer payment) {
        return (step instanceof MerchantStep.Refund || step instanceof MerchantStep.RefundRace)
                && (plan.isSettledByOperator()
                        || (plan.tag() == OutcomeTag.REFUND_TIMEOUT
                                && payment.json().path("captures").size() > 1));
    }

    private void settled(String what, long begun, boolean slow) {
        timing.settled("%s of %s, %s".formatted(what, plan.tag(), paymentId), begun, slow);
    }

    /** What a dying provider or service made of a visit is not known: it is made again. */
    private ApiAnswer customer(ApiAnswer payment) {
        if (plan.tag() == OutcomeTag.REDIRECT_EXPIRED) {
            return awaitOtherThan("requires_customer_action");
        }
        var after = payment;
        for (var visits = 0; isAbandoned(after) && visits < mostVisits(); visits++) {
            after = visit(after);
        }
        return isAbandoned(after) ? abandoned() : after;
    }

    private int mostVisits() {
        return plan.decision().equals("leave") ? 0 : MAX_VISITS;
    }

    private ApiAnswer visit(ApiAnswer payment) {
        var url = payment.json().path("next_action").path("redirect_to_url").asString("");
        var way = merchant.open(url).headers().firstValue("location").orElse(url);
        // An earlier visit whose answer was lost has been decided: the customer is sent to the
        // shop.
        if (!way.startsWith(SHOP)) {
            decide(way);
        }
        PatientMerchant.sleep(BEFORE_ASKING_MILLIS);
        merchant.await(withCaptures() + "&force_sync=true", _ -> true);
        return settled();
    }

    private void decide(String page) {
        var back =
                merchant.open(ProviderLedger.withDecision(page, plan.decision()))
                        .headers()
                        .firstValue("location");
        if (plan.customerReturns() && back.isPresent()) {
            merchant.open(back.get());
        }
    }

    private ApiAnswer review() {
        var verb = plan.decision().equals("approve") ? "approve" : "reject";
        merchant.post("/payments/" + paymentId + "/" + verb, "{}");
        return awaitOtherThan("requires_merchant_action");
    }

    private ApiAnswer scheduled(ApiAnswer payment) {
        var waits =
                plan.captureMethod().equals("scheduled")
                        && payment.string("status").equals("requires_capture");
        return waits ? awaitOtherThan("requires_capture") : payment;
    }

    private ApiAnswer take(MerchantStep step, ApiAnswer payment) {
        var capturable = CAPTURABLE.contains(payment.string("status"));
        return switch (step) {
            case MerchantStep.Capture(var amount, var release) ->
                    capturable ? capture(payment, amount, release) : payment;
            case MerchantStep.CaptureTwice(var amount) ->
                    capturable ? captureTwice(payment, amount) : payment;
            case MerchantStep.CaptureDirect(var amount) ->
                    capturable ? captureDirectly(payment, amount) : payment;
            case MerchantStep.Cancel() -> capturable ? cancel() : payment;
            case MerchantStep.TryAgain() -> tryAgain(payment);
            case MerchantStep.Dispute(var percent, var end) -> dispute(payment, percent, end);
            case MerchantStep.RefundLost() -> refundLost(payment);
            case MerchantStep.Refund(var percent) -> refund(payment, percent, 1);
            case MerchantStep.RefundRace(var refunds) -> refund(payment, 60, refunds);
        };
    }

    private ApiAnswer capture(ApiAnswer payment, long wanted, boolean releaseRest) {
        var amount = Math.min(wanted, payment.number("amount_capturable"));
        var answer = merchant.post(path("capture"), captureBody(amount, releaseRest));
        accepted.capture(answer, amount == 0 ? payment.number("amount_capturable") : amount);
        return settled();
    }

    private static String captureBody(long amount, boolean releaseRest) {
        return "{%s \"refund_uncaptured_amount\": %s, \"capture_metadata\": {\"invoice_data\": {%s}}}"
                .formatted(
                        amount == 0 ? "" : "\"amount_to_capture\": " + amount + ",",
                        releaseRest,
                        "\"invoice_url\": \"https://shop.example/invoices/1\"");
    }

    private ApiAnswer captureTwice(ApiAnswer payment, long wanted) {
        var amount = Math.min(wanted, payment.number("amount_capturable"));
        var answers =
                AtOnce.run(2, () -> merchant.post(path("capture"), captureBody(amount, false)));
        answers.forEach(answer -> accepted.capture(answer, amount));
        return settled();
    }

    /** A connector that can do neither of what direct means refuses it. */
    private ApiAnswer captureDirectly(ApiAnswer payment, long wanted) {
        var capturable = payment.number("amount_capturable");
        var amount = wanted == 0 ? capturable : Math.min(wanted, capturable);
        var answer =
                merchant.post(
                        path("capture"),
                        "{\"amount_to_capture\": %d, \"capture_type\": \"direct\"}"
                                .formatted(amount));
        if (answer.status() != 200 && !answer.errorCode().equals("IR_37")) {
            findings.add(paymentId, "a direct capture answered " + answer.text());
        }
        accepted.directCapture(answer, amount);
        return settled();
    }

    private ApiAnswer tryAgain(ApiAnswer payment) {
        if (!payment.string("status").equals("failed")
                || !payment.json().path("manual_retry_allowed").asBoolean(false)) {
            return payment;
        }
        var answer = merchant.post(path("confirm"), plan.bodyOfNewTry());
        if (answer.status() != 200) {
            findings.add(paymentId, "another try answered " + answer.text());
            return payment;
        }
        accepted.newTry();
        return scheduled(settled());
    }

    /** What was captured through the provider and neither refunded nor lost since. */
    private long left(ApiAnswer payment) {
        return payment.number("amount_received")
                - accepted.directAmount()
                - accepted.refundedAmount()
                - accepted.lostAmount();
    }

    private ApiAnswer dispute(ApiAnswer payment, int percent, DisputeEnd end) {
        var amount = left(payment) * percent / 100;
        if (!REFUNDABLE.contains(payment.string("status")) || amount < SMALLEST_REFUND) {
            return payment;
        }
        var opened =
                merchant.tellProvider(
                        "/disputes",
                        "{\"merchant_reference\": \"%s\", \"amount\": %d}"
                                .formatted(paymentId, amount));
        var atProvider = opened.string("dispute_id");
        if (atProvider.isEmpty()) {
            findings.add(paymentId, "no dispute could be opened: " + opened.text());
            return payment;
        }
        accepted.dispute(atProvider);
        var shown = disputed(atProvider, "dispute_opened");
        var path = "/disputes/" + disputeOf(shown, atProvider).path("dispute_id").asString();
        switch (end) {
            case ACCEPTED -> merchant.post(path + "/accept", "{}");
            case CHALLENGED -> merchant.post(path + "/evidence", "{\"receipt\": \"R-1\"}");
            case WON, LOST, EXPIRED ->
                    merchant.tellProvider(
                            "/disputes",
                            "{\"merchant_reference\": \"%s\", \"dispute_id\": \"%s\", \"status\": \"%s\"}"
                                    .formatted(paymentId, atProvider, end.status()));
        }
        var after = disputed(atProvider, end.status());
        if (end.isLost()) {
            accepted.lost(amount);
        }
        return after;
    }

    private ApiAnswer disputed(String atProvider, String status) {
        return merchant.await(
                withCaptures(),
                payment ->
                        disputeOf(payment, atProvider)
                                .path("dispute_status")
                                .asString("")
                                .equals(status));
    }

    private static JsonNode disputeOf(ApiAnswer payment, String atProvider) {
        for (JsonNode dispute : payment.json().path("disputes")) {
            if (dispute.path("connector_dispute_id").asString("").equals(atProvider)) {
                return dispute;
            }
        }
        return payment.json().path("no such dispute");
    }

    /** The customer has had it back, and must not get it twice. */
    private ApiAnswer refundLost(ApiAnswer payment) {
        var amount = left(payment) + accepted.lostAmount();
        if (accepted.lostAmount() == 0 || amount < SMALLEST_REFUND) {
            return payment;
        }
        var answer =
                refundOnceProcessed(
                        "{\"payment_id\": \"%s\", \"amount\": %d}".formatted(paymentId, amount));
        if (!answer.errorCode().equals("IR_13")) {
            findings.add(paymentId, "a refund of what a dispute took answered " + answer.text());
        }
        if (answer.status() == 200) {
            refunded(refundSettled(payment, answer), amount);
        }
        return settled();
    }

    private ApiAnswer cancel() {
        merchant.post(path("cancel"), "{\"cancellation_reason\": \"out of stock\"}");
        return settled();
    }

    private ApiAnswer refund(ApiAnswer payment, int percent, int atOnce) {
        var amount = left(payment) * percent / 100;
        if (!REFUNDABLE.contains(payment.string("status")) || amount < SMALLEST_REFUND) {
            return payment;
        }
        var body = "{\"payment_id\": \"%s\", \"amount\": %d}".formatted(paymentId, amount);
        var answers = AtOnce.run(atOnce, () -> refundOnceProcessed(body));
        for (var answer : answers) {
            if (answer.status() == 200) {
                refunded(refundSettled(payment, answer), amount);
            } else if (!isOfMoreThanIsLeft(answer)) {
                findings.add(paymentId, "refund answered " + answer.text());
            }
        }
        var after = settled();
        if (accepted.refundedAmount() > after.number("amount_received")) {
            findings.add(paymentId, "more was refunded than captured: " + after.text());
        }
        return after;
    }

    /** Of several at once only one has room; what was settled directly is refused with IR_14. */
    private boolean isOfMoreThanIsLeft(ApiAnswer refused) {
        return refused.errorCode().equals("IR_13")
                || (refused.errorCode().equals("IR_14") && accepted.directAmount() > 0);
    }

    /** It is less than was asked for where one of several captures could not be given back. */
    private void refunded(ApiAnswer refund, long asked) {
        var amount = refund.number("amount");
        accepted.refund(refund.string("refund_id"), refund.string("status"), amount);
        var isWhole = refund.json().path("error_code").isNull();
        if (amount > asked || (isWhole && amount < asked)) {
            findings.add(paymentId, "asked to refund " + asked + ", answered " + refund.text());
        }
    }

    /** A capture that was answered before it was dealt with may still be on its way. */
    private ApiAnswer refundOnceProcessed(String body) {
        var answer = merchant.post("/refunds", body);
        for (var tries = 1; answer.errorCode().equals("IR_14") && tries < MAX_TRIES; tries++) {
            settled();
            answer = merchant.post("/refunds", body);
        }
        return answer;
    }

    /** A void that the provider could not be reached for is given up, so it is asked for again. */
    private ApiAnswer abandoned() {
        var payment = cancel();
        for (var tries = 1; isAbandoned(payment) && tries < MAX_TRIES; tries++) {
            PatientMerchant.sleep(BEFORE_ASKING_MILLIS);
            payment = cancel();
        }
        return payment;
    }

    private static boolean isAbandoned(ApiAnswer payment) {
        return payment.string("status").equals("requires_customer_action");
    }

    /** One that only a person can settle is left to them, and counts as being refunded. */
    private ApiAnswer refundSettled(ApiAnswer payment, ApiAnswer refund) {
        var askedAt = desk.now();
        var refundId = refund.string("refund_id");
        var now =
                merchant.await(
                        "/refunds/" + refundId,
                        answer -> isOver(answer) || desk.takes(plan, askedAt));
        if (!isOver(now)) {
            desk.leave(untold(payment.string("merchant_id"), refundId));
        }
        return now;
    }

    private Untold untold(String merchantId, String refundId) {
        return new Untold(
                plan.merchant(), merchantId, paymentId, refundId, String.valueOf(plan.shop()));
    }

    /** Leaves to the operator what the service has asked for by itself and nobody is told of. */
    void leaveUntold() {
        if (plan.isSettledByOperator() && !paymentId.isEmpty()) {
            var payment = merchant.await("/payments/" + paymentId, _ -> true);
            for (JsonNode refund : payment.json().path("refunds")) {
                if (refund.path("status").asString("").equals("pending")) {
                    desk.leave(
                            untold(
                                    payment.string("merchant_id"),
                                    refund.path("refund_id").asString()));
                }
            }
        }
    }

    private static boolean isOver(ApiAnswer refund) {
        return !refund.string("status").equals("pending");
    }

    private ApiAnswer settled() {
        return merchant.await(withCaptures(), Purchase::isSettled);
    }

    private ApiAnswer awaitOtherThan(String status) {
        return merchant.await(
                withCaptures(),
                payment -> isSettled(payment) && !payment.string("status").equals(status));
    }

    private static boolean isSettled(ApiAnswer payment) {
        if (payment.string("status").equals("processing")) {
            return false;
        }
        List<String> captures = new ArrayList<>();
        for (JsonNode capture : payment.json().path("captures")) {
            captures.add(capture.path("status").asString(""));
        }
        return !captures.contains("pending") && !captures.contains("started");
    }

    private String withCaptures() {
        return "/payments/" + paymentId + "?expand_captures=true";
    }

    private String path(String operation) {
        return "/payments/" + paymentId + "/" + operation;
    }
}
