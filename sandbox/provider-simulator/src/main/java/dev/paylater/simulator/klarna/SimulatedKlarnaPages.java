package dev.paylater.simulator.klarna;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.Document;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.Steps;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.payment.Authorizing;
import dev.paylater.simulator.payment.CaptureRules;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.SimulatedPaymentBuilder;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.Tag;
import dev.paylater.simulator.payment.TimeAndIds;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** /hpp/v1/sessions: the page on which the customer decides, and with it the order. */
final class SimulatedKlarnaPages {

    private static final String PREFIX = "klarna-page ";
    private static final String PAYMENT = "payment";
    private static final String CATEGORY = "payment_method_category";
    private static final String SESSION = "{{session_id}}";
    private static final String MERCHANT = "NONE";
    private static final Set<String> CATEGORIES =
            Set.of(
                    "DIRECT_DEBIT",
                    "DIRECT_BANK_TRANSFER",
                    "PAY_NOW",
                    "PAY_LATER",
                    "PAY_OVER_TIME",
                    "KLARNA");

    /** Klarna decides in the page or by its fraud check; these are what others do. */
    static final Set<Tag> FOREIGN =
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

    SimulatedKlarnaPages(
            Book book, KlarnaDialect dialect, KlarnaSessions sessions, String publicUrl) {
        this.book = book;
        this.dialect = dialect;
        this.sessions = sessions;
        this.publicUrl = publicUrl;
    }

    Reply create(ProviderCall call, String account) {
        var body = StrictFields.of(call.json());
        var sessionUrl = body.requiredText("payment_session_url");
        KlarnaFields.urls(body.object("merchant_urls"));
        var mode = mode(body.object("options"));
        var opened =
                book.<@Nullable SimulatedPayment>change(
                        dialect.connector(),
                        change -> {
                            var session = KlarnaSessions.at(change, sessionUrl, account);
                            return session == null ? null : open(change, body, session, mode);
                        });
        if (opened == null) {
            return Reply.of(KlarnaErrors.notFound("payment session, or it has expired"));
        }
        var reply = Reply.of(ProviderAnswer.of(201, created(opened)));
        var silent =
                opened.has(Tag.TIMEOUT_APPROVED)
                        && sessions.firstTime(
                                StrictFields.of(
                                        BookJson.MAPPER
                                                .createObjectNode()
                                                .put(
                                                        "merchant_reference1",
                                                        opened.merchantReference())),
                                account,
                                "silence");
        return silent ? reply.with(Reply.Delivery.STALLED) : reply;
    }

    /** Who places the order, and whether it is captured: without a mode the merchant does. */
    private static String mode(StrictFields options) {
        options.oneOf(CATEGORY, CATEGORIES);
        var mode =
                options.oneOf("place_order_mode", Set.of("PLACE_ORDER", "CAPTURE_ORDER", MERCHANT));
        return mode == null ? MERCHANT : mode;
    }

    private SimulatedPayment open(Change change, StrictFields body, Document session, String mode) {
        var id = UUID.randomUUID().toString();
        var content = StrictFields.of(session.content());
        var reference = content.text("merchant_reference1");
        var urls = body.object("merchant_urls");
        var details = BookJson.MAPPER.createObjectNode();
        details.put(KlarnaJson.SESSION_ID, id);
        details.put(KlarnaJson.DESCRIBED, KlarnaSessions.idIn(session.id().replace(' ', '/')));
        details.set("merchant_urls", urls.object());
        var notification = content.object("merchant_urls").text("notification");
        if (notification != null) {
            details.put("notification", notification);
        }
        var given = urls.text("status_update");
        var statusUpdate = given == null ? null : given.replace(SESSION, id);
        var asked =
                SimulatedPaymentBuilder.builder()
                        .id(dialect.ids().next(TimeAndIds.Kind.PAYMENT))
                        .connector(dialect.connector())
                        .account(session.account())
                        .merchantReference(reference == null ? id : reference)
                        .attemptReference(content.text("merchant_reference2"))
                        .key(id)
                        .created(change.now())
                        .updated(change.now())
                        .currency(KlarnaFields.currency(content))
                        .amount(content.requiredAmount("order_amount", 0))
                        .automaticCapture(mode.equals("CAPTURE_ORDER"))
                        .tags(tags(session))
                        .stage(Stage.PENDING)
                        .webhookUrl(statusUpdate)
                        .details(details)
                        .build();
        var opened = mode.equals(MERCHANT) ? SimulatedKlarnaTokens.issue(change, asked) : asked;
        var done = Authorizing.open(opened, new TimeAndIds(change.now(), dialect.ids()));
        Steps.answered(change, dialect, done);
        var link = BookJson.MAPPER.createObjectNode().put(PAYMENT, asked.id());
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

    private ObjectNode created(SimulatedPayment payment) {
        var json = KlarnaJson.session(payment);
        var page = publicUrl + "/pages/" + dialect.connector() + '/' + payment.id();
        json.remove("status");
        json.put("redirect_url", page);
        json.put("qr_code_url", page + "?qr");
        var session =
                publicUrl
                        + dialect.base()
                        + "/hpp/v1/sessions/"
                        + payment.details().path(KlarnaJson.SESSION_ID).asString();
        json.put("session_url", session);
        json.put("distribution_url", session + "/distribution");
        return json;
    }

    /** An address of the merchant's with the page's id in it. */
    static String filled(String url, SimulatedPayment payment) {
        return url.replace(SESSION, payment.details().path(KlarnaJson.SESSION_ID).asString());
    }

    /** Nobody gets an e-mail or a message from the simulator. */
    Reply distribute(String account, ProviderCall call) {
        return Reply.of(
                known(account, call.segment(3)) == null || !call.segment(4).equals("distribution")
                        ? KlarnaErrors.notFound("session")
                        : new ProviderAnswer(200, Map.of(), null));
    }

    Reply get(String account, String id) {
        var payment = known(account, id);
        return Reply.of(
                payment == null
                        ? KlarnaErrors.notFound("session")
                        : ProviderAnswer.of(200, KlarnaJson.session(payment)));
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

    private ProviderAnswer disabled(Change change, SimulatedPayment payment) {
        if (KlarnaJson.hasOrder(payment)) {
            return KlarnaErrors.error(400, "BAD_REQUEST", "The session is completed.");
        }
        var off = payment.withDetails(payment.details().deepCopy().put(KlarnaJson.DISABLED, true));
        if (payment.stage() == Stage.REQUIRES_ACTION) {
            var moment = new TimeAndIds(change.now(), dialect.ids());
            if (CaptureRules.release(off, null, payment.key() + " off", moment)
                    instanceof RuleResult.Done done) {
                Steps.answered(change, dialect, done);
            } else {
                return KlarnaErrors.error(403, "NOT_ALLOWED", "The session stays open.");
            }
        } else if (payment.stage() == Stage.DECLINED) {
            change.put(off.withUpdated(change.now()));
        }
        return new ProviderAnswer(204, Map.of(), null);
    }

    /** A page that nobody was through with in time does not exist any more. */
    private @Nullable SimulatedPayment known(String account, String id) {
        var payment = at(id);
        return payment != null
                        && payment.account().equals(account)
                        && payment.stage() != Stage.EXPIRED
                ? payment
                : null;
    }

    @Nullable SimulatedPayment at(String id) {
        var link = book.document(PREFIX + id);
        return link == null ? null : book.payment(link.content().path(PAYMENT).asString());
    }
}
