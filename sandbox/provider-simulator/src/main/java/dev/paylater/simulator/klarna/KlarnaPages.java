package dev.paylater.simulator.klarna;

import dev.paylater.simulator.book.Answer;
import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.Document;
import dev.paylater.simulator.book.Json;
import dev.paylater.simulator.dialect.Call;
import dev.paylater.simulator.dialect.Fields;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.Steps;
import dev.paylater.simulator.payment.Authorizing;
import dev.paylater.simulator.payment.Capturing;
import dev.paylater.simulator.payment.Moment;
import dev.paylater.simulator.payment.Payment;
import dev.paylater.simulator.payment.PaymentBuilder;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.Tag;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** /hpp/v1/sessions: the page on which the customer decides, and with it the order. */
final class KlarnaPages {

    private static final String PREFIX = "klarna-page ";
    private static final String PAYMENT = "payment";
    private static final String CATEGORY = "payment_method_category";
    private static final Set<String> CATEGORIES =
            Set.of(
                    "DIRECT_DEBIT",
                    "DIRECT_BANK_TRANSFER",
                    "PAY_NOW",
                    "PAY_LATER",
                    "PAY_OVER_TIME",
                    "KLARNA");

    /** Klarna decides in the page or by its fraud check; these are what others do. */
    private static final Set<Tag> FOREIGN =
            EnumSet.of(
                    Tag.REVIEW,
                    Tag.LATE_APPROVAL,
                    Tag.CAPTURE_PENDING,
                    Tag.REFUND_PENDING,
                    Tag.REFUND_REVIEW);

    private final Book book;
    private final KlarnaDialect dialect;
    private final KlarnaSessions sessions;
    private final String publicUrl;

    KlarnaPages(Book book, KlarnaDialect dialect, KlarnaSessions sessions, String publicUrl) {
        this.book = book;
        this.dialect = dialect;
        this.sessions = sessions;
        this.publicUrl = publicUrl;
    }

    Reply create(Call call, String account) {
        var body = Fields.of(call.json());
        KlarnaFields.onlyKnown(body, Set.of("payment_session_url", "merchant_urls", "options"));
        var sessionUrl = body.requiredText("payment_session_url");
        KlarnaFields.urls(
                body.object("merchant_urls"),
                Set.of("success", "cancel", "back", "failure", "error", "status_update"));
        var captures = capturesAtOnce(body.object("options"));
        var opened =
                book.<@Nullable Payment>change(
                        dialect.connector(),
                        change -> {
                            var session = KlarnaSessions.at(change, sessionUrl, account);
                            return session == null ? null : open(change, body, session, captures);
                        });
        if (opened == null) {
            return Reply.of(KlarnaErrors.notFound("payment session, or it has expired"));
        }
        var reply = Reply.of(Answer.of(201, created(opened)));
        var silent =
                opened.has(Tag.TIMEOUT_APPROVED)
                        && sessions.firstTime(
                                Fields.of(
                                        Json.MAPPER
                                                .createObjectNode()
                                                .put(
                                                        "merchant_reference1",
                                                        opened.merchantReference())),
                                account,
                                "silence");
        return silent ? reply.with(Reply.Delivery.STALLED) : reply;
    }

    private static boolean capturesAtOnce(Fields options) {
        KlarnaFields.onlyKnown(
                options,
                Set.of(
                        "place_order_mode",
                        CATEGORY,
                        "payment_method_categories",
                        "purchase_type",
                        "page_title",
                        "logo_url"));
        options.oneOf(CATEGORY, CATEGORIES);
        // With NONE the merchant places the order; the simulator plays only what Klarna places.
        return "CAPTURE_ORDER"
                .equals(options.oneOf("place_order_mode", Set.of("PLACE_ORDER", "CAPTURE_ORDER")));
    }

    private Payment open(Change change, Fields body, Document session, boolean captures) {
        var id = UUID.randomUUID().toString();
        var content = Fields.of(session.content());
        var reference = content.text("merchant_reference1");
        var urls = body.object("merchant_urls");
        var details = Json.MAPPER.createObjectNode();
        details.put(KlarnaJson.SESSION_ID, id);
        details.set("merchant_urls", urls.object());
        var notification = content.object("merchant_urls").text("notification");
        if (notification != null) {
            details.put("notification", notification);
        }
        var asked =
                PaymentBuilder.builder()
                        .id(dialect.ids().next(Moment.Kind.PAYMENT))
                        .connector(dialect.connector())
                        .account(session.account())
                        .merchantReference(reference == null ? id : reference)
                        .attemptReference(content.text("merchant_reference2"))
                        .key(id)
                        .created(change.now())
                        .updated(change.now())
                        .currency(content.requiredText("purchase_currency"))
                        .amount(content.requiredAmount("order_amount", 1))
                        .automaticCapture(captures)
                        .tags(tags(session))
                        .stage(Stage.PENDING)
                        .webhookUrl(urls.text("status_update"))
                        .details(details)
                        .build();
        var done = Authorizing.open(asked, new Moment(change.now(), dialect.ids()));
        Steps.answered(change, dialect, done);
        var link = Json.MAPPER.createObjectNode().put(PAYMENT, asked.id());
        change.put(new Document(PREFIX + id, session.account(), link));
        return done.payment();
    }

    /** The customer always has to look at the page. */
    private static Set<Tag> tags(Document session) {
        var tags = EnumSet.noneOf(Tag.class);
        tags.addAll(KlarnaSessions.tags(session.content()));
        tags.removeAll(FOREIGN);
        if (!tags.contains(Tag.REDIRECT_EXPIRED)) {
            tags.add(Tag.REDIRECT);
        }
        return Collections.unmodifiableSet(tags);
    }

    private ObjectNode created(Payment payment) {
        var json = KlarnaJson.session(payment);
        var page = publicUrl + "/pages/" + dialect.connector() + '/' + payment.id();
        json.remove("status");
        json.put("redirect_url", page);
        json.put("qr_code_url", page + "?qr");
        json.put(
                "session_url",
                publicUrl
                        + dialect.base()
                        + "/hpp/v1/sessions/"
                        + payment.details().path(KlarnaJson.SESSION_ID).asString());
        return json;
    }

    Reply get(String account, String id) {
        var payment = known(account, id);
        return Reply.of(
                payment == null
                        ? KlarnaErrors.notFound("session")
                        : Answer.of(200, KlarnaJson.session(payment)));
    }

    /** Switches the page off; too late once there is an order. */
    Reply disable(String account, String id) {
        var payment = known(account, id);
        if (payment == null) {
            return Reply.of(KlarnaErrors.notFound("session"));
        }
        return Reply.of(
                book.change(
                        dialect.connector(),
                        change -> {
                            var now = Objects.requireNonNull(change.payment(payment.id()));
                            return disabled(change, now);
                        }));
    }

    private Answer disabled(Change change, Payment payment) {
        if (KlarnaJson.hasOrder(payment)) {
            return KlarnaErrors.error(400, "BAD_REQUEST", "The session is completed.");
        }
        var off = payment.withDetails(payment.details().deepCopy().put(KlarnaJson.DISABLED, true));
        if (payment.stage() == Stage.REQUIRES_ACTION) {
            var moment = new Moment(change.now(), dialect.ids());
            if (Capturing.release(off, null, payment.key() + " off", moment)
                    instanceof RuleResult.Done done) {
                Steps.answered(change, dialect, done);
            } else {
                return KlarnaErrors.error(403, "NOT_ALLOWED", "The session stays open.");
            }
        } else if (payment.stage() == Stage.DECLINED) {
            change.put(off.withUpdated(change.now()));
        }
        return new Answer(204, Map.of(), null);
    }

    @Nullable Payment known(String account, String id) {
        var payment = at(id);
        return payment != null && payment.account().equals(account) ? payment : null;
    }

    @Nullable Payment at(String id) {
        var link = book.document(PREFIX + id);
        return link == null ? null : book.payment(link.content().path(PAYMENT).asString());
    }
}
