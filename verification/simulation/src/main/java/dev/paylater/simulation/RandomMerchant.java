package dev.paylater.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.kernel.Stored;
import dev.paylater.messaging.AvroCodec;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.payment.PaymentState;
import dev.paylater.refund.core.Refund;
import dev.paylater.refund.core.RefundEvent;
import dev.paylater.schemas.AcceptDispute;
import dev.paylater.schemas.AddShipment;
import dev.paylater.schemas.ApprovePayment;
import dev.paylater.schemas.CancelPayment;
import dev.paylater.schemas.CapturePayment;
import dev.paylater.schemas.ChallengeDispute;
import dev.paylater.schemas.CompleteAuthorization;
import dev.paylater.schemas.ConfirmPayment;
import dev.paylater.schemas.ConnectorOutcome;
import dev.paylater.schemas.CreatePayment;
import dev.paylater.schemas.IncrementAuthorization;
import dev.paylater.schemas.MessageHeaders;
import dev.paylater.schemas.PaymentOptions;
import dev.paylater.schemas.RejectPayment;
import dev.paylater.schemas.ReplyTo;
import dev.paylater.schemas.ReserveRefund;
import dev.paylater.schemas.SyncPayment;
import dev.paylater.schemas.SyncRefund;
import dev.paylater.schemas.Topic;
import dev.paylater.schemas.UpdatePayment;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Does with a payment what merchants and their customers do, and what they should not: whatever
 * seems possible, now and then what is not, and some of it twice.
 */
final class RandomMerchant {

    static final String ID = "merchant_1";

    private static final List<String> METHODS =
            List.of(
                    "automatic",
                    "automatic",
                    "manual",
                    "manual",
                    "manual_multiple",
                    "manual_multiple",
                    "scheduled",
                    "sequential_automatic");

    /** Drawn by the payment, so that the seeds stay what they were. */
    private static final List<String> CURRENCIES = List.of("EUR", "JPY");

    private static final int GROWING_STEPS = 20;
    private static final int ALIKE = 10;
    private static final String COMMAND = "cmd_";

    private final World world;
    private final MemoryLog log;
    private final AvroCodec codec;
    private final WatchedStore<Payment, PaymentEvent> payments;
    private final WatchedStore<Refund, RefundEvent> refunds;
    private final Scenario scenario;
    private final AskedFor asked;
    private int commands;
    private int refundIds;
    private int shipmentIds;

    RandomMerchant(
            World world,
            MemoryLog log,
            AvroCodec codec,
            WatchedStore<Payment, PaymentEvent> payments,
            WatchedStore<Refund, RefundEvent> refunds,
            Scenario scenario,
            AskedFor asked) {
        this.world = world;
        this.log = log;
        this.codec = codec;
        this.payments = payments;
        this.refunds = refunds;
        this.scenario = scenario;
        this.asked = asked;
    }

    void begin() {
        var chance = world.chance();
        for (var i = 1; i <= scenario.payments(); i++) {
            var id = id(i);
            var latest = scenario.minutes() * 60_000L;
            world.after(chance.between(0, latest / 3), () -> create(id));
            if (isLarge(id)) {
                growLater(id, latest);
            }
            var steps =
                    scenario.refunding() ? scenario.steps() : chance.below(scenario.steps()) + 2;
            for (var step = 0; step < steps; step++) {
                world.after(
                        chance.between(isLarge(id) ? latest * 2 / 3 : latest / 20, latest),
                        () -> act(id));
            }
        }
    }

    private void growLater(String id, long latest) {
        for (var step = 0; step < GROWING_STEPS; step++) {
            world.after(world.chance().between(latest / 20, latest), () -> grow(id));
        }
    }

    /** Merchant and browser add whatever the API takes in one call. */
    private void grow(String id) {
        var stored = payments.get(Topic.key(ID, id));
        if (stored == null) {
            return;
        }
        var chance = world.chance();
        switch (stored.state().state()) {
            case PaymentState.RequiresPaymentMethod _, PaymentState.RequiresConfirmation _ -> {
                if (chance.once(12)) {
                    confirmInBrowser(id);
                } else {
                    update(id, LargeFields.any(chance, LargeFields.MAX_OF_MERCHANT));
                }
            }
            case PaymentState.RequiresCustomerAction _ -> completeInBrowser(id);
            case PaymentState.Failed _ ->
                    confirm(id, LargeFields.any(chance, LargeFields.MAX_OF_MERCHANT));
            case PaymentState.RequiresCapture _, PaymentState.PartiallyCapturedAndCapturable _ ->
                    ask(
                            id,
                            new CapturePayment(
                                    ID, id, now(), reply(), 1L, false, "connector", details()));
            case PaymentState.PartiallyCaptured _, PaymentState.Succeeded _ ->
                    askForRefund(id, 1L, details());
            case PaymentState.RequiresMerchantAction _,
                    PaymentState.Processing _,
                    PaymentState.Cancelled _ ->
                    update(
                            id,
                            Map.of(
                                    LargeFields.METADATA,
                                    LargeFields.text(chance, LargeFields.MAX_OF_METADATA)));
        }
    }

    private Map<String, String> details() {
        return Map.of(
                LargeFields.METADATA, LargeFields.text(world.chance(), LargeFields.MAX_OF_DETAILS));
    }

    private void confirmInBrowser(String id) {
        var terms = LargeFields.any(world.chance(), LargeFields.MAX_OF_BROWSER);
        var options =
                PaymentOptions.newBuilder().setClientFields(List.copyOf(terms.keySet())).build();
        ask(id, new ConfirmPayment(ID, id, now(), reply(), true, options, terms));
    }

    private void completeInBrowser(String id) {
        var terms = LargeFields.any(world.chance(), LargeFields.MAX_OF_BROWSER);
        var fields = List.copyOf(terms.keySet());
        ask(id, new CompleteAuthorization(ID, id, now(), reply(), terms, true, fields));
    }

    private void update(String id, Map<String, String> terms) {
        ask(id, new UpdatePayment(ID, id, now(), reply(), new PaymentOptions(), terms));
    }

    private static String id(int number) {
        return "pay_%026d".formatted(number);
    }

    private boolean isLarge(String id) {
        return world.chance().knows(Circumstance.LARGE) && id.equals(id(1));
    }

    private void create(String id) {
        var chance = world.chance();
        var method = scenario.refunding() ? "manual_multiple" : chance.pick(METHODS);
        var options =
                PaymentOptions.newBuilder()
                        .setAmount(chance.between(300, 100_000))
                        .setCurrency(CURRENCIES.get(id.hashCode() & 1))
                        .setPaymentMethod("pay_later")
                        .setConnector(List.of("sandbox"))
                        .setRequestIncrementalAuthorization(true)
                        .setCaptureMethod(method);
        scheduleCapture(options, method);
        ask(
                id,
                CreatePayment.newBuilder()
                        .setMerchantId(ID)
                        .setPaymentId(id)
                        .setIssuedAt(now())
                        .setReplyTo(reply())
                        .setProfileId("pro_1")
                        .setConfirm(!isLarge(id) && (scenario.refunding() || !chance.once(4)))
                        .setOptions(options.build())
                        .setTerms(Map.of())
                        .build());
    }

    private void act(String id) {
        var stored = payments.get(Topic.key(ID, id));
        if (stored == null) {
            return;
        }
        var chance = world.chance();
        if (!scenario.refunding() && chance.once(10)) {
            any(id);
            return;
        }
        var payment = stored.state();
        if (!payment.disputes().isEmpty() && chance.once(3)) {
            respond(id, chance.pick(payment.disputes()).disputeId());
            return;
        }
        if (chance.knows(Circumstance.SHIPMENTS)
                && payment.latestAttempt().isPresent()
                && chance.once(4)) {
            ship(id);
            return;
        }
        switch (payment.state()) {
            case PaymentState.RequiresPaymentMethod _, PaymentState.RequiresConfirmation _ ->
                    confirm(id);
            case PaymentState.RequiresCustomerAction _ -> customerReturns(id, payment);
            case PaymentState.RequiresMerchantAction _ -> {
                if (chance.once(3)) {
                    reject(id);
                } else {
                    approve(id);
                }
            }
            case PaymentState.RequiresCapture _ -> authorized(id, payment);
            case PaymentState.PartiallyCapturedAndCapturable _ -> {
                switch (chance.below(scenario.refunding() ? 9 : 5)) {
                    case 0 -> cancel(id);
                    case 1, 2 -> capture(id, payment.amountCapturable());
                    default -> refund(id, payment);
                }
            }
            case PaymentState.PartiallyCaptured _, PaymentState.Succeeded _ -> refund(id, payment);
            case PaymentState.Processing _ -> {
                if (scenario.refunding() || chance.once(2)) {
                    capture(id, Math.max(payment.amountCapturable(), 2));
                } else {
                    sync(id, "merchant");
                }
            }
            case PaymentState.Failed _ -> confirmAgain(id);
            case PaymentState.Cancelled _ -> any(id);
        }
    }

    /** Whether it makes sense or not. */
    private void any(String id) {
        switch (world.chance().below(6)) {
            case 0 -> confirm(id);
            case 1 -> capture(id, 1_000);
            case 2 -> cancel(id);
            case 3 -> askForRefund(id, 100L);
            case 4 -> complete(id);
            default -> sync(id, "merchant");
        }
    }

    private void authorized(String id, Payment payment) {
        if (world.chance().knows(Circumstance.RAISED) && world.chance().once(2)) {
            var held = payment.latestAttempt().orElseThrow().amounts().authorized();
            increment(id, held + world.chance().between(1, 2_000));
            return;
        }
        switch (world.chance().below(scenario.refunding() ? 4 : 8)) {
            case 5 -> cancel(id);
            case 6 ->
                    increment(
                            id, payment.latestAttempt().orElseThrow().amounts().authorized() + 500);
            case 7 -> sync(id, "merchant");
            default -> capture(id, payment.amountCapturable());
        }
    }

    private void customerReturns(String id, Payment payment) {
        if (world.chance().once(6)) {
            cancel(id);
        } else if (world.has(PlantedBug.RETURN_PARAMETERS_TRUSTED)) {
            trustReturn(id, payment);
        } else if (world.chance().once(2)) {
            complete(id);
        } else {
            sync(id, "customer_return");
        }
    }

    private void trustReturn(String id, Payment payment) {
        var attempt = payment.latestAttempt().orElseThrow();
        ask(
                id,
                ConnectorOutcome.newBuilder()
                        .setMerchantId(ID)
                        .setPaymentId(id)
                        .setAttemptId(attempt.attemptId())
                        .setIssuedAt(now())
                        .setConnector(attempt.connector())
                        .setMerchantConnectorId(attempt.merchantConnectorId())
                        .setOperation("authorize")
                        .setOperationId(attempt.attemptId() + "_authorize")
                        .setStatus("approved")
                        .setConnectorState(Map.of())
                        .build());
    }

    private void confirm(String id) {
        confirm(id, Map.of());
    }

    private void confirm(String id, Map<String, String> terms) {
        ask(id, new ConfirmPayment(ID, id, now(), reply(), false, new PaymentOptions(), terms));
    }

    /** Once more, and perhaps for another amount, another way of capture, another currency. */
    private void confirmAgain(String id) {
        var chance = world.chance();
        var options = PaymentOptions.newBuilder();
        if (chance.knows(Circumstance.CHANGED_RETRIES)) {
            switch (chance.below(4)) {
                case 0 -> options.setAmount(chance.between(300, 100_000));
                case 1 -> {
                    var method = chance.pick(METHODS);
                    scheduleCapture(options.setCaptureMethod(method), method);
                }
                default -> {}
            }
        }
        if (chance.knows(Circumstance.CHANGED_CURRENCY) && chance.once(2)) {
            options.setCurrency(chance.pick(CURRENCIES));
        }
        ask(id, new ConfirmPayment(ID, id, now(), reply(), false, options.build(), Map.of()));
    }

    /** Within the time that the simulation plays: the default, a day, lies beyond it. */
    private void scheduleCapture(PaymentOptions.Builder options, String method) {
        if (method.equals("scheduled")) {
            var millis = world.chance().between(1, scenario.minutes() * 2L) * 60_000;
            options.setCaptureOn(world.instant().plusMillis(millis).toEpochMilli());
        }
    }

    private void capture(String id, long capturable) {
        var chance = world.chance();
        var amount = chance.once(4) ? null : (Long) chance.between(1, Math.max(1, capturable));
        var release = !scenario.refunding() && chance.once(5);
        var type = chance.knows(Circumstance.DIRECT) && chance.once(3) ? "direct" : "connector";
        ask(id, new CapturePayment(ID, id, now(), reply(), amount, release, type, Map.of()));
    }

    private void cancel(String id) {
        ask(id, new CancelPayment(ID, id, now(), reply(), "requested_by_customer", Map.of()));
    }

    private void respond(String id, String disputeId) {
        ask(
                id,
                world.chance().once(2)
                        ? new AcceptDispute(ID, id, now(), reply(), disputeId)
                        : new ChallengeDispute(
                                ID, id, now(), reply(), disputeId, Map.of("evidence", "{}")));
    }

    private void ship(String id) {
        var shipmentId = "shp_" + ++shipmentIds;
        var details = Map.of("carrier", "\"DHL\"", "tracking_number", "\"" + shipmentId + "\"");
        ask(id, new AddShipment(ID, id, now(), reply(), shipmentId, null, details));
    }

    private void approve(String id) {
        ask(id, new ApprovePayment(ID, id, now(), reply()));
    }

    private void reject(String id) {
        ask(id, new RejectPayment(ID, id, now(), reply(), "no"));
    }

    private void increment(String id, long amount) {
        ask(id, new IncrementAuthorization(ID, id, now(), reply(), amount, "more"));
    }

    private void complete(String id) {
        ask(id, new CompleteAuthorization(ID, id, now(), reply(), Map.of(), false, List.of()));
    }

    private void sync(String id, String cause) {
        ask(id, new SyncPayment(ID, id, now(), reply(), cause));
    }

    /** A part of what is left, all of it, or now and then too much. */
    private void refund(String id, Payment payment) {
        var chance = world.chance();
        var left = payment.amountReceived() - payment.amountRefunded();
        if (chance.once(6)) {
            refunds.all().stream()
                    .map(Stored::state)
                    .filter(refund -> refund.order().paymentId().equals(id))
                    .findAny()
                    .ifPresent(refund -> syncRefund(id, refund.order().refundId()));
        }
        askForRefund(
                id,
                chance.once(5)
                        ? null
                        : (Long) chance.between(Math.min(100, left), Math.max(100, left + 50)));
    }

    private void askForRefund(String id, @Nullable Long amount) {
        askForRefund(id, amount, Map.of());
    }

    private void askForRefund(String id, @Nullable Long amount, Map<String, String> details) {
        var refundId = refundId(id);
        ask(id, new ReserveRefund(ID, id, now(), reply(), refundId, amount, null, details));
    }

    /** An id that is used twice is a duplicate, which must not refund twice. */
    private String refundId(String paymentId) {
        var chance = world.chance();
        if (chance.knows(Circumstance.ALIKE_IDS) && !chance.once(3)) {
            return alike(paymentId).get(chance.below(ALIKE));
        }
        if (refundIds == 0 || !chance.once(12)) {
            refundIds++;
        }
        return "ref_" + refundIds;
    }

    private static List<String> alike(String paymentId) {
        var own = "x" + Integer.parseInt(paymentId.substring(4));
        var attempt = paymentId + "_1";
        return List.of(
                own,
                own + "_1",
                own + "_2",
                own + "_3",
                own + "_1_1",
                own + "_2_1",
                own + "_1_2",
                "late_" + attempt,
                "late_" + attempt + "_2",
                "found_" + attempt + "_100");
    }

    private void syncRefund(String id, String refundId) {
        send(Topic.REFUND_COMMANDS, id, new SyncRefund(ID, id, now(), reply(), refundId));
    }

    private void ask(String id, SpecificRecord command) {
        asked.note(command);
        send(Topic.PAYMENT_COMMANDS, id, asSent(command));
    }

    private SpecificRecord asSent(SpecificRecord command) {
        return world.has(PlantedBug.CAPTURE_TYPE_NOT_READ)
                        && command instanceof CapturePayment capture
                ? CapturePayment.newBuilder(capture).setCaptureType("connector").build()
                : command;
    }

    private void send(Topic topic, String id, SpecificRecord command) {
        var messageId = COMMAND + ++commands;
        world.tell("merchant", "%s: %s %s", messageId, command.getSchema().getName(), id);
        var sent =
                new ProducerRecord<>(
                        topic.name(),
                        Topic.key(ID, id).getBytes(UTF_8),
                        codec.encode(topic.name(), command));
        sent.headers().add(MessageHeaders.MESSAGE_ID, messageId.getBytes(UTF_8));
        log.append(sent);
        if (world.chance().strikes(Fault.REQUEST_TWICE)) {
            world.after(world.chance().between(1, 30_000), () -> log.append(sent));
        }
    }

    private ReplyTo reply() {
        return new ReplyTo(0, correlationId(COMMAND + (commands + 1)), world.chance().once(4));
    }

    /** Under which the command of this id is answered. */
    static String correlationId(String commandId) {
        return commandId.replace(COMMAND, "ask_");
    }

    private long now() {
        return world.instant().toEpochMilli();
    }
}
