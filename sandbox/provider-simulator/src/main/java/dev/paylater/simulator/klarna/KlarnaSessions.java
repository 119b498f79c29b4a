package dev.paylater.simulator.klarna;

import dev.paylater.simulator.book.Answer;
import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.Document;
import dev.paylater.simulator.book.Json;
import dev.paylater.simulator.dialect.Call;
import dev.paylater.simulator.dialect.Fields;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.payment.Tag;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** POST /payments/v1/sessions: the order is described, and nothing is promised yet. */
final class KlarnaSessions {

    private static final long SLOW_MILLIS = 3_000;
    private static final String PREFIX = "klarna-session ";

    private final Book book;
    private final KlarnaDialect dialect;

    KlarnaSessions(Book book, KlarnaDialect dialect) {
        this.book = book;
        this.dialect = dialect;
    }

    Reply create(Call call, String account) {
        var body = Fields.of(call.json());
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
        var kept = body.object().deepCopy();
        // Personal data stays with the caller, except for what chooses the outcome.
        kept.putObject("billing_address").put("email", email(body.object()));
        kept.remove("shipping_address");
        kept.remove("order_lines");
        book.run(
                dialect.connector(),
                change -> change.put(new Document(PREFIX + id, account, kept)));
        var answer = Json.MAPPER.createObjectNode();
        answer.put(KlarnaJson.SESSION_ID, id);
        answer.put("client_token", UUID.randomUUID().toString());
        var categories = answer.putArray("payment_method_categories");
        categories.addObject().put("identifier", "klarna").put("name", "Pay with Klarna");
        var reply = Reply.of(Answer.of(200, answer));
        return tags.contains(Tag.SLOW) ? reply.after(SLOW_MILLIS) : reply;
    }

    /** The session behind a payment_session_url, or null. */
    static @Nullable Document at(Change change, String url, String account) {
        var known = change.document(PREFIX + idIn(url));
        return known != null && known.account().equals(account) ? known : null;
    }

    @Nullable Document at(String url) {
        return book.document(PREFIX + idIn(url));
    }

    private static String idIn(String url) {
        return url.substring(url.lastIndexOf('/') + 1);
    }

    static Set<Tag> tags(ObjectNode session) {
        return Tag.in(email(session));
    }

    private static String email(ObjectNode session) {
        return session.path("billing_address").path("email").asString("");
    }

    /** Some things go wrong once for each payment. */
    boolean firstTime(Fields session, String account, String what) {
        var reference = session.text("merchant_reference1");
        var id = "klarna-once " + what + ' ' + account + ' ' + reference;
        return book.change(
                dialect.connector(),
                change -> {
                    if (change.document(id) != null) {
                        return false;
                    }
                    change.put(new Document(id, account, Json.MAPPER.createObjectNode()));
                    return true;
                });
    }
}
