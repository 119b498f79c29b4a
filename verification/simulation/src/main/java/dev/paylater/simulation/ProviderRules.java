package dev.paylater.simulation;

import dev.paylater.simulation.ProviderPayment.Part;
import dev.paylater.simulation.ProviderPayment.Stage;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a provider does with what it is asked, and what it decides by itself later. */
final class ProviderRules {

    /** How a change ended. */
    sealed interface Change {}

    record Done(Part part) implements Change {}

    record Accepted() implements Change {}

    record Refused(String code) implements Change {}

    private static final long LATEST_DECISION_MILLIS = 120_000;
    private static final int NEVER = 0;
    private static final int PORTAL_ONCE_IN = 6;
    private static final long LATEST_PORTAL_MILLIS = 6 * 60_000;
    private static final long SESSION_MILLIS = 25 * 60_000;

    private final World world;
    private final String name;
    private final Notices notices;
    private final Scenario scenario;
    private final Objections objections;
    private final Set<String> references = new HashSet<>();
    private int ids;

    ProviderRules(World world, String name, Notices notices, Scenario scenario) {
        this.world = world;
        this.name = name;
        this.notices = notices;
        this.scenario = scenario;
        this.objections = new Objections(world, name, notices);
    }

    ProviderPayment open(Collection<ProviderPayment> known, String key, JsonNode body) {
        var payment =
                new ProviderPayment(
                        id("pp"),
                        key,
                        body.path("merchant_reference").asString(),
                        body.path("attempt_reference").asString(),
                        body.path("amount").asLong(),
                        body.path("currency").asString(),
                        body.path("capture").asString().equals("automatic"));
        Violation.unless(
                known.stream().noneMatch(p -> p.attemptReference.equals(payment.attemptReference)),
                "attempt %s was authorized twice, under %s as well",
                payment.attemptReference,
                key);
        decide(payment, key);
        return payment;
    }

    private void decide(ProviderPayment payment, String key) {
        var lot = scenario.refunding() ? 0 : world.chance().below(100);
        if (lot < 55) {
            approve(payment, key);
        } else if (lot < 63) {
            end(payment, Stage.DECLINED, "declined");
        } else if (lot < 70) {
            later(LATEST_DECISION_MILLIS, () -> whenOpen(payment, () -> approve(payment, key)));
        } else if (lot < 74) {
            later(
                    LATEST_DECISION_MILLIS,
                    () -> whenOpen(payment, () -> end(payment, Stage.DECLINED, "declined")));
        } else if (lot < 90) {
            payment.stage = Stage.REQUIRES_ACTION;
            customer(payment, key);
        } else if (lot < 94) {
            payment.stage = Stage.REVIEW;
            payment.authorized = payment.amount;
            payment.movedAt = world.now();
            world.tell(name, "holds %s for review", payment.attemptReference);
        } else {
            end(payment, Stage.DECLINED, "declined");
            later(
                    LATEST_DECISION_MILLIS,
                    () -> {
                        world.tell(name, "changes its mind");
                        approve(payment, key);
                    });
        }
    }

    /** Decides, cancels, or never comes back. */
    private void customer(ProviderPayment payment, String key) {
        world.tell(name, "waits for the customer of %s", payment.attemptReference);
        notices.forge(payment);
        switch (world.chance().below(4)) {
            case 0, 1 -> later(300_000, () -> whenOpen(payment, () -> approve(payment, key)));
            case 2 ->
                    later(
                            300_000,
                            () ->
                                    whenOpen(
                                            payment,
                                            () ->
                                                    end(
                                                            payment,
                                                            Stage.CANCELLED,
                                                            "customer_cancelled")));
            default ->
                    world.after(
                            SESSION_MILLIS,
                            () -> whenOpen(payment, () -> end(payment, Stage.EXPIRED, "expired")));
        }
    }

    private static void whenOpen(ProviderPayment payment, Runnable decision) {
        if (payment.stage == Stage.PENDING || payment.stage == Stage.REQUIRES_ACTION) {
            decision.run();
        }
    }

    private void approve(ProviderPayment payment, String key) {
        payment.stage = Stage.APPROVED;
        payment.movedAt = world.now();
        payment.authorized = approved(payment.amount);
        payment.approvedBeyond = Math.max(0, payment.authorized - payment.amount);
        world.tell(name, "AUTHORIZES %d for %s", payment.authorized, payment.attemptReference);
        if (payment.automatic && !world.chance().once(5)) {
            var captured = Math.min(payment.amount, payment.authorized);
            payment.parts.add(new Part(id("cap"), "capture", key, null, captured, "succeeded"));
            world.tell(name, "CAPTURES all of %s", payment.attemptReference);
        }
        notices.payment(payment, "payment.authorized");
        portal(payment);
        objections.expect(payment);
    }

    /** What is approved of what was asked for. */
    private long approved(long asked) {
        var chance = world.chance();
        if (!chance.knows(Circumstance.OTHER_AMOUNTS) || !chance.once(3)) {
            return asked;
        }
        return chance.once(2) ? asked * 10 : asked / 2;
    }

    /**
     * Now and then somebody captures or refunds in the provider's portal. Drawn by the payment, so
     * that the seeds stay what they were.
     */
    private void portal(ProviderPayment payment) {
        var random =
                new SplittableRandom(31L * payment.attemptReference.hashCode() + payment.amount);
        if (random.nextInt(PORTAL_ONCE_IN) == 0) {
            for (var i = 0; i < 2; i++) {
                world.after(random.nextLong(LATEST_PORTAL_MILLIS), () -> inPortal(payment, random));
            }
        }
    }

    private void inPortal(ProviderPayment payment, SplittableRandom random) {
        if (payment.stage == Stage.APPROVED && payment.held() > 0 && random.nextBoolean()) {
            inPortal(payment, "capture", random.nextLong(payment.held()) + 1);
        } else if (payment.refundable() > 0) {
            inPortal(payment, "refund", random.nextLong(payment.refundable()) + 1);
        }
    }

    private void inPortal(ProviderPayment payment, String kind, long amount) {
        var id = id(kind);
        var part = new Part(id, kind, ProviderPayment.PORTAL + id, null, amount, "succeeded");
        payment.parts.add(part);
        payment.movedAt = world.now();
        world.tell(name, "%sS %d of %s in its portal", kind, amount, payment.attemptReference);
        notices.part(payment, part);
    }

    private void end(ProviderPayment payment, Stage stage, String failure) {
        payment.stage = stage;
        payment.failure = failure;
        world.tell(name, "%s %s", stage, payment.attemptReference);
        notices.payment(payment, "payment." + payment.status());
    }

    Change respond(Collection<ProviderPayment> payments, String disputeId, String kind) {
        return objections.respond(
                payments,
                disputeId,
                kind.equals("accept") ? ProviderDispute.ACCEPTED : ProviderDispute.CHALLENGED);
    }

    Change change(ProviderPayment payment, String kind, String key, JsonNode body) {
        return switch (kind) {
            case "capture" -> capture(payment, key, body);
            case "void" -> giveUp(payment, key, body);
            case "refund" -> refund(payment, key, body);
            case "approval" -> accept(payment, key);
            case "shipment" -> ship(payment, body.path("tracking_number").asString());
            default -> increase(payment, key, body);
        };
    }

    private Change ship(ProviderPayment payment, String number) {
        Violation.unless(!payment.shipments.contains(number), "told twice of %s", number);
        if (world.chance().once(9)) {
            return refuse("shipment", payment, "shipment_refused");
        }
        payment.shipments.add(number);
        world.tell(name, "knows that %s carries %s", number, payment.attemptReference);
        return new Accepted();
    }

    /** The merchant wants what was held for review. */
    private Change accept(ProviderPayment payment, String key) {
        if (payment.stage != Stage.REVIEW) {
            return refuse("approval", payment, "invalid_state");
        }
        approve(payment, key);
        return new Accepted();
    }

    private Change capture(ProviderPayment payment, String key, JsonNode body) {
        var amount = body.path("amount").asLong();
        if (payment.held() == 0) {
            return refuse("capture", payment, "invalid_state");
        }
        if (amount > payment.held()) {
            return refuse("capture", payment, "amount_exceeds_authorized");
        }
        once("capture " + body.path("reference").asString(), key);
        if (world.chance().once(9)) {
            return refuse("capture", payment, "capture_refused");
        }
        payment.stage = Stage.APPROVED;
        return made(payment, "capture", key, body.path("reference").asString(), amount, 8);
    }

    private Change giveUp(ProviderPayment payment, String key, JsonNode body) {
        return switch (payment.stage) {
            case PENDING, REQUIRES_ACTION -> endEarly(payment, key);
            case DECLINED, CANCELLED, EXPIRED -> refuse("void", payment, "invalid_state");
            case APPROVED, REVIEW -> release(payment, key, body);
        };
    }

    private Change endEarly(ProviderPayment payment, String key) {
        if (payment.stage == Stage.PENDING || !payment.bySession) {
            payment.stage = Stage.CANCELLED;
            payment.failure = "voided";
        }
        var part = new Part(id("void"), "void", key, null, 0, "succeeded");
        payment.parts.add(part);
        world.tell(name, "ends %s before it was authorized", payment.attemptReference);
        notices.part(payment, part);
        return new Done(part);
    }

    private Change release(ProviderPayment payment, String key, JsonNode body) {
        if (payment.held() == 0) {
            return refuse("void", payment, "invalid_state");
        }
        var amount = body.path("amount").asLong(payment.held());
        if (amount > payment.held()) {
            return refuse("void", payment, "amount_exceeds_authorized");
        }
        if (world.chance().once(12)) {
            payment.hasRefusedToRelease = true;
            return refuse("void", payment, "void_refused");
        }
        payment.stage = Stage.APPROVED;
        return made(payment, "void", key, null, amount, NEVER);
    }

    private Change refund(ProviderPayment payment, String key, JsonNode body) {
        var amount = body.path("amount").asLong();
        var reference = body.path("reference").asString();
        Violation.unless(
                amount
                        <= payment.refundable()
                                + payment.refundedInPortal()
                                + payment.lost()
                                + payment.turned(),
                "refund %s of %d was asked for, where %d can be refunded",
                reference,
                amount,
                payment.refundable());
        var of = body.path("capture_id").asString("");
        // Captures that were found in the books have no id: parts of such are told by key alone.
        if (!of.isEmpty() || !world.chance().knows(Circumstance.BY_CAPTURE)) {
            once("refund " + reference + (of.isEmpty() ? "" : " of " + of), key);
        }
        if (!of.isEmpty() && !isLeft(payment, of, amount)) {
            return refuse("refund", payment, "amount_exceeds_captured");
        }
        if (amount > payment.refundable()) {
            return refuse("refund", payment, "amount_exceeds_captured");
        }
        if (world.chance().once(7)) {
            return refuse("refund", payment, "refund_refused");
        }
        var refund = made(payment, "refund", key, reference, amount, 5);
        if (refund instanceof Done(var part) && !of.isEmpty()) {
            part.captureId = of;
        }
        return refund;
    }

    /** What was refunded in the portal may be of any capture; what we ask for fits. */
    private static boolean isLeft(ProviderPayment payment, String captureId, long amount) {
        var capture = payment.parts.stream().filter(part -> part.id.equals(captureId)).findFirst();
        Violation.unless(
                capture.isPresent(), "a refund of the capture %s, which nobody made", captureId);
        var left = payment.refundable(capture.orElseThrow());
        Violation.unless(
                amount <= left + payment.refundedInPortal() + payment.turned(),
                "%d were to be refunded of the capture %s, where %d can be",
                amount,
                captureId,
                left);
        return amount <= left;
    }

    private Change increase(ProviderPayment payment, String key, JsonNode body) {
        if (payment.held() == 0) {
            return refuse("increment", payment, "invalid_state");
        }
        if (world.chance().once(5)) {
            return refuse("increment", payment, "limit_exceeded");
        }
        var additional = body.path("additional_amount").asLong();
        var part =
                new Part(
                        id("inc"),
                        "incremental_authorization",
                        key,
                        null,
                        payment.authorized + additional,
                        "succeeded");
        payment.authorized += additional;
        payment.parts.add(part);
        world.tell(name, "AUTHORIZES %d more for %s", additional, payment.attemptReference);
        return new Done(part);
    }

    /** Done at once, or later, or not at all after all. */
    private Change made(
            ProviderPayment payment,
            String kind,
            String key,
            @Nullable String reference,
            long amount,
            int undecidedOnceIn) {
        var undecided = undecidedOnceIn != NEVER && world.chance().once(undecidedOnceIn);
        var waiting = kind.equals("refund") && world.chance().once(2) ? "review" : "pending";
        var part =
                new Part(id(kind), kind, key, reference, amount, undecided ? waiting : "succeeded");
        payment.parts.add(part);
        world.tell(
                name,
                "%sS %d of %s: %s",
                kind.toUpperCase(Locale.ROOT),
                amount,
                payment.attemptReference,
                part.status);
        if (undecided) {
            later(
                    LATEST_DECISION_MILLIS,
                    () -> {
                        part.status = world.chance().once(4) ? "failed" : "succeeded";
                        payment.movedAt = world.now();
                        world.tell(name, "%s %s has %s", kind, part.id, part.status);
                        notices.part(payment, part);
                        turnLater(payment, part);
                    });
        } else {
            notices.part(payment, part);
            turnLater(payment, part);
        }
        return new Done(part);
    }

    /** A refund that has failed is made after all, or one that was made bounces. */
    private void turnLater(ProviderPayment payment, Part part) {
        if (!part.kind.equals("refund")
                || !world.chance().knows(Circumstance.REFUND_TURNS)
                || !world.chance().once(3)) {
            return;
        }
        later(
                LATEST_DECISION_MILLIS,
                () -> {
                    var failed = part.status.equals("failed");
                    if (failed && part.amount > payment.refundable()) {
                        return;
                    }
                    part.status = failed ? "succeeded" : "failed";
                    part.turned = true;
                    payment.movedAt = world.now();
                    world.tell(name, "%s %s has %s AFTER ALL", part.kind, part.id, part.status);
                    notices.part(payment, part);
                });
    }

    private Change refuse(String kind, ProviderPayment payment, String code) {
        world.tell(name, "refuses a %s of %s: %s", kind, payment.attemptReference, code);
        return new Refused(code);
    }

    /** Each thing is asked for under one key, however often it is asked for. */
    private void once(String reference, String key) {
        Violation.unless(
                references.add(reference),
                "%s was asked for again, under the key %s",
                reference,
                key);
    }

    private void later(long latestMillis, Runnable what) {
        world.after(world.chance().between(500, latestMillis), what);
    }

    private String id(String kind) {
        return kind + "_" + name + "_" + ++ids;
    }
}
