package dev.paylater.simulator.klarna;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.Document;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.payment.Tag;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** /payments/v1/sessions: the order is described, and nothing is promised yet. */
final class KlarnaSessions {

    private static final long SLOW_MILLIS = 3_000;
    private static final String PREFIX = "klarna-session ";

    private final Book book;
    private final KlarnaDialect dialect;

    KlarnaSessions(Book book, KlarnaDialect dialect) {
        this.book = book;
        this.dialect = dialect;
    }

    Reply handle(ProviderCall call, String account) {
        if (call.method().equals("POST") && call.segments().size() == 3) {
            return create(call, account);
        }
        var known = at(call.segment(3));
        if (known == null || !known.account().equals(account) || call.segments().size() != 4) {
            return Reply.of(KlarnaErrors.notFound("session"));
        }
        return switch (call.method()) {
            case "GET" -> Reply.of(ProviderAnswer.of(200, shown(known.content(), call.segment(3))));
            case "POST" -> Reply.of(update(call, known));
            default -> Reply.of(KlarnaErrors.notFound("resource"));
        };
    }

    private Reply create(ProviderCall call, String account) {
        var body = StrictFields.of(call.json());
        KlarnaFields.checkSession(body);
        var tags = tags(body.object());
        var trouble =
                tags.contains(Tag.ERROR)
                        || (tags.contains(Tag.ERROR_ONCE) && firstTime(body, account, "error"));
        if (trouble) {
            return Reply.of(KlarnaErrors.trouble(503));
        }
        if (tags.contains(Tag.TIMEOUT)) {
            return Reply.stalled(KlarnaErrors.trouble(503));
        }
        if (tags.contains(Tag.INVALID)) {
            return Reply.of(KlarnaErrors.badValue("billing_address.email"));
        }
        var id = UUID.randomUUID().toString();
        keep(id, account, body.object().deepCopy());
        var reply = Reply.of(ProviderAnswer.of(200, offer(BookJson.MAPPER.createObjectNode(), id)));
        return tags.contains(Tag.SLOW) ? reply.after(SLOW_MILLIS) : reply;
    }

    /** What is sent stands instead of what was there; together it has to be an order again. */
    private ProviderAnswer update(ProviderCall call, Document known) {
        var merged = known.content().deepCopy();
        merged.setAll(call.json());
        KlarnaFields.checkSession(StrictFields.of(merged));
        keep(known.id().substring(PREFIX.length()), known.account(), merged);
        return new ProviderAnswer(204, Map.of(), null);
    }

    /** Personal data stays with the caller, except for what chooses the outcome. */
    private void keep(String id, String account, ObjectNode session) {
        var email = email(session);
        session.putObject("billing_address").put("email", email);
        session.remove("shipping_address");
        book.run(
                dialect.connector(),
                change -> change.put(new Document(PREFIX + id, account, session)));
    }

    private static ObjectNode shown(ObjectNode session, String id) {
        var json = session.deepCopy().put("status", "incomplete");
        offer(json, id).remove(KlarnaJson.SESSION_ID);
        return json;
    }

    private static ObjectNode offer(ObjectNode json, String id) {
        json.put(KlarnaJson.SESSION_ID, id);
        json.put("client_token", UUID.nameUUIDFromBytes(id.getBytes(UTF_8)).toString());
        json.putArray("payment_method_categories")
                .addObject()
                .put("identifier", "klarna")
                .put("name", "Pay with Klarna");
        return json;
    }

    /** The session behind a payment_session_url, or null. */
    static @Nullable Document at(Change change, String url, String account) {
        var known = change.document(PREFIX + idIn(url));
        return known != null && known.account().equals(account) ? known : null;
    }

    /** By its id or its address. */
    @Nullable Document at(String url) {
        return book.document(PREFIX + idIn(url));
    }

    static String idIn(String url) {
        return url.substring(url.lastIndexOf('/') + 1);
    }

    static Set<Tag> tags(ObjectNode session) {
        return Tag.in(email(session));
    }

    static String email(ObjectNode session) {
        return session.path("billing_address").path("email").asString("");
    }

    /** Some things go wrong once for each payment. */
    boolean firstTime(StrictFields session, String account, String what) {
        var reference = session.text("merchant_reference1");
        var id = "klarna-once " + what + ' ' + account + ' ' + reference;
        return book.change(
                dialect.connector(),
                change -> {
                    if (change.document(id) != null) {
                        return false;
                    }
                    change.put(new Document(id, account, BookJson.MAPPER.createObjectNode()));
                    return true;
                });
    }
}
