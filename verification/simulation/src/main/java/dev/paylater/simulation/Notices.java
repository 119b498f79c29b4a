package dev.paylater.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.connector.kit.Notification;
import dev.paylater.connector.kit.Secret;
import dev.paylater.connector.kit.Signature;
import dev.paylater.connector.webhook.Reception.Result;
import dev.paylater.simulation.ProviderPayment.Part;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A provider's webhooks: signed, tried again until they are taken, lost, doubled and late. */
final class Notices {

    private static final long FIRST_RETRY_MILLIS = 10_000;
    private static final long LONGEST_DELAY_MILLIS = 90_000;
    private static final int MAX_TRIES = 14;

    private final World world;
    private final String name;
    private final Secret secret;
    private final List<ConnectorNode> receivers;
    private int events;
    private int owed;

    Notices(World world, String name, Secret secret, List<ConnectorNode> receivers) {
        this.world = world;
        this.name = name;
        this.secret = secret;
        this.receivers = receivers;
    }

    /** How many nobody has taken yet. */
    int owed() {
        return owed;
    }

    void payment(ProviderPayment payment, String type) {
        send(payment, event(payment, payment.bySession ? "session.changed" : type));
    }

    void part(ProviderPayment payment, Part part) {
        if (!part.status.equals("pending") && !part.status.equals("review")) {
            var event = event(payment, part.kind + "." + part.status);
            ((ObjectNode) event.path("data")).set(part.kind, part.json());
            send(payment, event);
        }
    }

    void dispute(ProviderPayment payment, ProviderDispute dispute) {
        var event = event(payment, "dispute.updated");
        ((ObjectNode) event.path("data")).set("dispute", dispute.json());
        send(payment, event);
    }

    private ObjectNode event(ProviderPayment payment, String type) {
        var event = JsonNodeFactory.instance.objectNode();
        event.put("event_id", "evt_" + name + "_" + ++events).put("type", type);
        event.put("merchant_reference", payment.merchantReference);
        event.put("attempt_reference", payment.attemptReference);
        event.putObject("data").set("payment", payment.json());
        return event;
    }

    private void send(ProviderPayment payment, ObjectNode event) {
        var chance = world.chance();
        var delivery =
                new Delivery(
                        payment,
                        event.toString(),
                        event.path("event_id").asString() + " " + event.path("type").asString());
        owed++;
        payment.untold++;
        world.after(
                chance.strikes(Fault.WEBHOOK_LATE)
                        ? chance.between(1, LONGEST_DELAY_MILLIS)
                        : chance.between(1, 50),
                () -> delivery.attempt(1));
    }

    /** A stranger says that a payment is approved while its customer is still at the page. */
    void forge(ProviderPayment payment) {
        if (!world.chance().knows(Fault.WEBHOOK_FORGED) || !world.chance().once(4)) {
            return;
        }
        var event = event(payment, "payment.authorized");
        ((ObjectNode) event.path("data").path("payment"))
                .put("status", "authorized")
                .put("amount_authorized", payment.amount);
        var body = event.toString();
        var known = world.has(PlantedBug.FORGED_WEBHOOK_TRUSTED) ? secret : new Secret("a guess");
        world.after(
                world.chance().between(1, LONGEST_DELAY_MILLIS),
                () -> {
                    var receiver = world.chance().pick(receivers);
                    if (receiver.isRunning()) {
                        world.tell(
                                "stranger", "forges an approval of %s", payment.attemptReference);
                        receiver.receive(
                                notification(body, known),
                                result -> world.tell(name, "a forged webhook: %s", result));
                    }
                });
    }

    private Notification notification(String body, Secret signing) {
        var stamp = Long.toString(world.instant().getEpochSecond());
        var bytes = body.getBytes(UTF_8);
        var code = Signature.hex("HmacSHA256", signing, (stamp + '.').getBytes(UTF_8), bytes);
        return new Notification(
                Map.of("sandbox-signature", "t=" + stamp + ",v1=" + code), Map.of(), bytes);
    }

    /** One event on its way. */
    private final class Delivery {

        private final ProviderPayment payment;
        private final String body;
        private final String what;
        private boolean taken;

        Delivery(ProviderPayment payment, String body, String what) {
            this.payment = payment;
            this.body = body;
            this.what = what;
        }

        void attempt(int number) {
            if (taken || number > MAX_TRIES) {
                return;
            }
            var chance = world.chance();
            var receiver = chance.pick(receivers);
            if (chance.strikes(Fault.WEBHOOK_LOST) || !receiver.isRunning()) {
                world.tell(name, "webhook %s is lost", what);
            } else {
                receiver.receive(notification(body, secret), this::answered);
                if (chance.strikes(Fault.WEBHOOK_TWICE)) {
                    world.tell(name, "webhook %s comes twice", what);
                    chance.pick(receivers).receive(notification(body, secret), this::answered);
                }
            }
            world.after(FIRST_RETRY_MILLIS << Math.min(number - 1, 5), () -> attempt(number + 1));
        }

        private void answered(Result result) {
            world.tell(name, "webhook %s: %s", what, result);
            if (!taken && (result == Result.ACCEPTED || result == Result.DUPLICATE)) {
                taken = true;
                owed--;
                payment.untold--;
            }
        }
    }
}
