package dev.paylater.simulator.tabby;

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
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** Where Tabby notifies, and of what: the payment as it is, with the header that was registered. */
final class TabbyWebhooks {

    private static final String HEADER = "header";
    private static final int MOST = 4;

    private final TabbyDialect dialect;
    private final TabbyAnswers answers;
    private final Registrations registrations;
    private final Subscriptions subscriptions;

    TabbyWebhooks(
            TabbyDialect dialect, TabbyAnswers answers, Book book, Subscriptions subscriptions) {
        this.dialect = dialect;
        this.answers = answers;
        this.registrations = new Registrations(book, dialect.connector(), "id");
        this.subscriptions = subscriptions;
    }

    /** The calls below /api/v1/webhooks, for a store of the account's. */
    ProviderAnswer handle(ProviderCall call, String account) {
        if (call.header("X-Merchant-Code") == null) {
            return answers.bad("X-Merchant-Code is required");
        }
        var all = registrations.of(account);
        var at = registrations.indexOf(all, call.segment(3));
        return switch (call.method() + " " + call.segments().size()) {
            case "GET 3" -> ProviderAnswer.of(200, all);
            case "POST 3" ->
                    all.size() == MOST
                            ? answers.bad("too many webhooks")
                            : put(account, all, all.size(), StrictFields.of(call.json()));
            case "GET 4" -> at < 0 ? missing() : ProviderAnswer.of(200, all.get(at));
            case "PUT 4" ->
                    at < 0 ? missing() : put(account, all, at, StrictFields.of(call.json()));
            case "DELETE 4" -> {
                if (at < 0) {
                    yield missing();
                }
                all.remove(at);
                registrations.put(account, all);
                yield ProviderAnswer.of(
                        200, BookJson.MAPPER.createObjectNode().put("status", "ok"));
            }
            default -> answers.noSuchPath();
        };
    }

    private ProviderAnswer missing() {
        return answers.error(404, "not_found", "no such webhook");
    }

    private ProviderAnswer put(String account, ArrayNode all, int at, StrictFields body) {
        var webhook = BookJson.MAPPER.createObjectNode();
        var known = all.get(at);
        webhook.put(
                "id", known == null ? UUID.randomUUID().toString() : known.at("/id").asString());
        webhook.put("url", body.requiredUrl("url"));
        webhook.put("is_test", true);
        webhook.set(HEADER, body.object(HEADER).object());
        if (known == null) {
            all.add(webhook);
        } else {
            all.set(at, webhook);
        }
        registrations.put(account, all);
        subscriptions.put(dialect.connector(), account, webhook.path("url").asString());
        return ProviderAnswer.of(200, webhook);
    }

    /** That a payment has expired, Tabby tells only those who have requested it. */
    @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening) {
        var status =
                switch (happening.kind()) {
                    // The notification of a capture in full comes before that of the closing.
                    case AUTHORIZED, CAPTURED -> "authorized";
                    case VOIDED, REFUNDED, DECLINED -> TabbyAnswers.status(payment);
                    case REQUIRES_ACTION,
                            PENDING,
                            REVIEW,
                            CANCELLED,
                            EXPIRED,
                            CAPTURE_FAILED,
                            REFUND_FAILED,
                            DISPUTE_OPENED,
                            DISPUTE_UPDATED ->
                            null;
                };
        if (payment.webhookUrl() == null || status == null) {
            return null;
        }
        var body = answers.json(payment).put("status", status.toLowerCase(Locale.ROOT));
        return Webhook.about(payment, UlidCreator.getMonotonicUlid().toString(), body);
    }

    /** The newest registered header; without one, the one that all accounts here have. */
    Map<String, String> sign(Webhook webhook) {
        var all = registrations.of(webhook.account());
        JsonNode header = all.isEmpty() ? all : all.get(all.size() - 1).path(HEADER);
        return header.has("title")
                ? Map.of(header.path("title").asString(""), header.path("value").asString(""))
                : Map.of("X-Webhook-Secret", Hmac.secret(webhook.account()));
    }
}
