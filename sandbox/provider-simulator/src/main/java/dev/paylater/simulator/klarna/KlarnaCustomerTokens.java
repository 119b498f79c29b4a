package dev.paylater.simulator.klarna;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.Document;
import dev.paylater.simulator.book.KeyOutcome;
import dev.paylater.simulator.book.Once;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.Steps;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.SimulatedPaymentBuilder;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.Tag;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** /customer-token/v1/tokens: what a merchant may charge without the customer. */
final class KlarnaCustomerTokens {

    private static final String PREFIX = "klarna-customer-token ";
    private static final String STATUS = "status";
    private static final String EMAIL = "email";
    private static final String CANCELLED = "CANCELLED";

    private static final Set<Tag> WITHOUT_MATCH =
            Tag.and(SimulatedKlarnaPages.FOREIGN, Tag.REDIRECT, Tag.REDIRECT_EXPIRED);

    private final Book book;
    private final KlarnaDialect dialect;

    KlarnaCustomerTokens(Book book, KlarnaDialect dialect) {
        this.book = book;
        this.dialect = dialect;
    }

    /** A token of a customer, who is known by what chooses the outcome of their orders. */
    static ProviderAnswer issue(Change change, String account, String email) {
        var id = UUID.randomUUID().toString();
        var content = BookJson.MAPPER.createObjectNode().put(STATUS, "ACTIVE").put(EMAIL, email);
        change.put(new Document(PREFIX + id, account, content));
        return KlarnaJson.tokenized(id);
    }

    Reply handle(ProviderCall call, String account) {
        var token = book.document(PREFIX + call.segment(3));
        if (token == null || !token.account().equals(account)) {
            return Reply.of(KlarnaErrors.error(404, "TOKEN_NOT_FOUND", "There is no such token."));
        }
        return switch (call.method() + ' ' + call.segment(4)) {
            case "GET " -> Reply.of(read(token.content()));
            case "PATCH status" -> Reply.of(canceled(StrictFields.of(call.json()), token));
            case "POST order" -> order(call, token);
            default -> Reply.of(KlarnaErrors.notFound("resource"));
        };
    }

    private static ProviderAnswer read(ObjectNode token) {
        var json = BookJson.MAPPER.createObjectNode().put("payment_method_type", "INVOICE");
        return ProviderAnswer.of(200, json.put(STATUS, text(token, STATUS)));
    }

    private ProviderAnswer canceled(StrictFields body, Document token) {
        if (!body.requiredText(STATUS).toUpperCase(Locale.ROOT).equals(CANCELLED)) {
            return KlarnaErrors.badValue(STATUS);
        }
        var content = token.content().deepCopy().put(STATUS, CANCELLED);
        book.run(
                dialect.connector(),
                change -> change.put(new Document(token.id(), token.account(), content)));
        return new ProviderAnswer(202, Map.of(), null);
    }

    private Reply order(ProviderCall call, Document token) {
        var body = StrictFields.of(call.json());
        KlarnaFields.checkTokenOrder(body);
        var key = call.headerOrNew("Klarna-Idempotency-Key");
        var asked = asked(body, token, key);
        return switch (book.once(
                dialect.connector(),
                token.account(),
                key,
                "token order",
                change -> decide(change, asked, token.id()))) {
            case Once.Repeated(var answer) -> Reply.of(answer);
            case Once.Decided(KeyOutcome.Recorded(var answer, _, _)) ->
                    asked.has(Tag.TIMEOUT_APPROVED) ? Reply.stalled(answer) : Reply.of(answer);
            case Once.Decided(var decision) -> Reply.of(decision.answer());
        };
    }

    private SimulatedPayment asked(StrictFields body, Document token, String key) {
        var reference = body.text("merchant_reference1");
        var address = body.object("shipping_address").text(EMAIL);
        return SimulatedPaymentBuilder.builder()
                .id(key)
                .connector(dialect.connector())
                .account(token.account())
                .merchantReference(reference == null ? key : reference)
                .attemptReference(body.text("merchant_reference2"))
                .key(key)
                .currency(KlarnaFields.currency(body))
                .amount(body.requiredAmount("order_amount", 1))
                .automaticCapture(body.flag("auto_capture"))
                .tags(
                        Tag.in(
                                address == null ? text(token.content(), EMAIL) : address,
                                WITHOUT_MATCH))
                .stage(Stage.PENDING)
                .details(BookJson.MAPPER.createObjectNode())
                .build();
    }

    private KeyOutcome decide(Change change, SimulatedPayment asked, String tokenId) {
        var token = Objects.requireNonNull(change.document(tokenId));
        if (text(token.content(), STATUS).equals(CANCELLED)) {
            return new KeyOutcome.Passing(
                    KlarnaErrors.error(403, "TOKEN_CANCELLED", "The token has been cancelled."));
        }
        if (Steps.outOfOrder(change, asked)) {
            return new KeyOutcome.Passing(KlarnaErrors.trouble(503));
        }
        var refusal = refusal(asked);
        if (refusal != null) {
            return new KeyOutcome.Recorded(refusal, null, null);
        }
        var done = Steps.opened(change, dialect, asked);
        return new KeyOutcome.Recorded(
                ProviderAnswer.of(200, KlarnaJson.placed(done.payment())),
                done.payment().id(),
                done.payment().id());
    }

    private static @Nullable ProviderAnswer refusal(SimulatedPayment asked) {
        if (asked.has(Tag.INVALID)) {
            return KlarnaErrors.badValue("order_lines");
        }
        return asked.has(Tag.DECLINED) || asked.has(Tag.INSUFFICIENT)
                ? KlarnaErrors.error(403, "PAYMENT_METHOD_FAILED", "The purchase failed.")
                : null;
    }

    private static String text(ObjectNode content, String name) {
        return content.path(name).asString("");
    }
}
