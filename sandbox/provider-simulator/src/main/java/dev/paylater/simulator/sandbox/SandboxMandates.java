package dev.paylater.simulator.sandbox;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.Document;
import dev.paylater.simulator.book.KeyOutcome;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Stage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Mandates. One is born with its first payment and lives once that is approved, however late; the
 * same holds for the one that replaces it. So a mandate's status follows from payments.
 */
final class SandboxMandates {

    /** What a payment wants with a mandate: make one, instead of another perhaps, or use one. */
    record Wish(boolean create, @Nullable String replaces, @Nullable String use) {
        static Wish in(StrictFields mandate) {
            return new Wish(
                    mandate.flag("create"), mandate.text("replaces"), mandate.text("mandate_id"));
        }
    }

    private final SandboxDialect dialect;
    private final Book book;

    SandboxMandates(SandboxDialect dialect, Book book) {
        this.dialect = dialect;
        this.book = book;
    }

    static void create(Change change, SimulatedPayment payment, Wish wish) {
        var id = SandboxIds.prefixed("sbm_");
        payment.details().put("mandate_id", id);
        var content = BookJson.MAPPER.createObjectNode();
        content.put("payment_id", payment.id());
        content.put("currency", payment.currency());
        content.put("created", change.now());
        change.put(new Document(id, payment.account(), content));
        var old = wish.replaces() == null ? null : change.document(wish.replaces());
        if (old != null && old.account().equals(payment.account())) {
            var replaced = old.content().deepCopy().put("replaced_by", id);
            change.put(new Document(old.id(), old.account(), replaced));
        }
    }

    /** Why the mandate cannot be used, as an error code, or null. */
    static @Nullable String problem(Change change, String account, String id) {
        var mandate = change.document(id);
        if (mandate == null || !mandate.account().equals(account) || !id.startsWith("sbm_")) {
            return "mandate_not_found";
        }
        return "active".equals(status(mandate, change::document, change::payment))
                ? null
                : "mandate_inactive";
    }

    Reply get(Caller caller, String id) {
        var mandate = known(caller, id);
        return Reply.of(
                mandate == null ? SandboxErrors.notFound() : ProviderAnswer.of(200, json(mandate)));
    }

    Reply revoke(ProviderCall call, Caller caller, String key, String id) {
        if (known(caller, id) == null) {
            return Reply.of(SandboxErrors.notFound());
        }
        return dialect.once(
                        call,
                        caller,
                        key,
                        "mandate_revocation",
                        change -> {
                            var before = change.document(id);
                            if (before == null) {
                                return new KeyOutcome.Passing(SandboxErrors.notFound());
                            }
                            var revoked =
                                    new Document(
                                            id,
                                            before.account(),
                                            before.content().deepCopy().put("revoked", true));
                            change.put(revoked);
                            return new KeyOutcome.Recorded(
                                    ProviderAnswer.of(200, json(revoked)), id, null);
                        })
                .reply();
    }

    private @Nullable Document known(Caller caller, String id) {
        var mandate = id.startsWith("sbm_") ? book.document(id) : null;
        return mandate != null && mandate.account().equals(caller.account()) ? mandate : null;
    }

    private ObjectNode json(Document mandate) {
        var content = mandate.content();
        var json = SandboxJson.object("mandate", mandate.id());
        json.put("status", status(mandate, book::document, book::payment));
        SandboxJson.copy(content, json, "payment_id");
        SandboxJson.copy(content, json, "currency");
        SandboxJson.copy(content, json, "replaced_by");
        return json.put("created", BookJson.time(content.get("created").longValue()));
    }

    private static String status(
            Document mandate,
            Function<String, @Nullable Document> documents,
            Function<String, @Nullable SimulatedPayment> payments) {
        var content = mandate.content();
        if (content.has("revoked")) {
            return "revoked";
        }
        if (!approved(content, payments)) {
            return "pending";
        }
        var next =
                content.has("replaced_by")
                        ? documents.apply(content.get("replaced_by").stringValue())
                        : null;
        return next != null && approved(next.content(), payments) ? "replaced" : "active";
    }

    private static boolean approved(
            ObjectNode content, Function<String, @Nullable SimulatedPayment> payments) {
        var payment = payments.apply(content.get("payment_id").stringValue());
        return payment != null && payment.stage() == Stage.APPROVED;
    }
}
