package dev.paylater.simulator.tamara;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.dialect.Hmac;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.Registrations;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.dialect.Subscriptions;
import dev.paylater.simulator.payment.SimulatedEvent;
import dev.paylater.simulator.payment.SimulatedPayment;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;

/** What Tamara notifies of, with a token that is signed with the notification token. */
final class TamaraWebhooks {

    static final String CONNECTOR = "tamara";

    private static final long LIFETIME_SECONDS = 15 * 60;

    /** In a payment's details: it is notified of at the address that its checkout named. */
    static final String ITS_OWN_ADDRESS = "its_own_address";

    private static final String ID = "webhook_id";

    private final TamaraAnswers answers;
    private final Registrations registrations;
    private final Subscriptions subscriptions;

    TamaraWebhooks(TamaraAnswers answers, Book book, Subscriptions subscriptions) {
        this.answers = answers;
        this.registrations = new Registrations(book, CONNECTOR, ID);
        this.subscriptions = subscriptions;
    }

    /** The calls below /webhooks; an address is registered once. */
    ProviderAnswer handle(ProviderCall call, String account) {
        var all = registrations.of(account);
        var at = registrations.indexOf(all, call.segment(1));
        return switch (call.method() + " " + call.segments().size()) {
            case "POST 1" -> put(account, all, all.size(), StrictFields.of(call.json()));
            case "GET 2" -> at < 0 ? missing() : ProviderAnswer.of(200, all.get(at));
            case "PUT 2" ->
                    at < 0 ? missing() : put(account, all, at, StrictFields.of(call.json()));
            case "DELETE 2" -> {
                if (at < 0) {
                    yield missing();
                }
                all.remove(at);
                registrations.put(account, all);
                yield new ProviderAnswer(204, Map.of(), null);
            }
            default -> missing();
        };
    }

    private ProviderAnswer missing() {
        return answers.error(404, "webhook_not_found");
    }

    private ProviderAnswer put(String account, ArrayNode all, int at, StrictFields body) {
        var url = body.requiredUrl("url");
        var known = all.get(at);
        for (var other : all) {
            if (!other.equals(known) && other.path("url").asString("").equals(url)) {
                return answers.error(400, "webhook_already_registered");
            }
        }
        var webhook = body.object().deepCopy().retain("url", "events", "headers");
        webhook.put(ID, known == null ? UUID.randomUUID().toString() : known.path(ID).asString());
        if (known == null) {
            all.add(webhook);
        } else {
            all.set(at, webhook);
        }
        registrations.put(account, all);
        subscriptions.put(CONNECTOR, account, url);
        return ProviderAnswer.of(200, webhook);
    }

    static @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening) {
        var event = event(payment, happening);
        if (payment.webhookUrl() == null || event == null) {
            return null;
        }
        var body =
                BookJson.MAPPER
                        .createObjectNode()
                        .put("order_id", payment.id())
                        .put("order_reference_id", payment.attemptReference())
                        .put("order_number", payment.merchantReference());
        // At the address of a checkout its status stands for the event.
        if (payment.details().has(ITS_OWN_ADDRESS)) {
            body.put("order_status", TamaraAnswers.status(payment));
        } else {
            body.put("event_type", "order_" + event);
        }
        if (happening.subject() == null) {
            body.putArray("data");
        } else {
            body.putObject("data").put(name(event), happening.subject());
        }
        return Webhook.about(payment, UlidCreator.getMonotonicUlid().toString(), body);
    }

    private static String name(String event) {
        return switch (event) {
            case "captured" -> "capture_id";
            case "refunded" -> "refund_id";
            default -> "cancel_id";
        };
    }

    private static @Nullable String event(SimulatedPayment payment, SimulatedEvent happening) {
        return switch (happening.kind()) {
            case REQUIRES_ACTION -> payment.consented() ? "approved" : null;
            case AUTHORIZED -> "authorised";
            case DECLINED -> "declined";
            case CANCELLED, VOIDED -> "canceled";
            case EXPIRED -> "expired";
            case CAPTURED -> "captured";
            case REFUNDED -> "refunded";
            case PENDING, REVIEW, CAPTURE_FAILED, REFUND_FAILED, DISPUTE_OPENED, DISPUTE_UPDATED ->
                    null;
        };
    }

    static Map<String, String> sign(Webhook webhook, long now) {
        var claims =
                BookJson.MAPPER
                        .createObjectNode()
                        .put("iss", "Tamara")
                        .put("iat", now / 1000)
                        .put("exp", now / 1000 + LIFETIME_SECONDS);
        var head = encoded("{\"alg\":\"HS256\",\"typ\":\"JWT\"}".getBytes(UTF_8));
        var text = head + '.' + encoded(BookJson.MAPPER.writeValueAsBytes(claims));
        var proof = encoded(Hmac.of(webhook.account(), text));
        return Map.of("Authorization", "Bearer " + text + '.' + proof);
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
