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
import dev.paylater.simulator.payment.Authorizing;
import dev.paylater.simulator.payment.CaptureRules;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.Tag;
import dev.paylater.simulator.payment.TimeAndIds;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * /payments/v1/authorizations/{token}: what a page without a place_order_mode leaves to the
 * merchant once the customer is through: the order, a token of the customer, or neither.
 */
final class SimulatedKlarnaTokens {

    /** In a payment's details: its page only authorizes, and this is the token for it. */
    private static final String TOKEN = "authorization_token";

    private static final String PREFIX = "klarna-token ";

    /** Decided on the page, before there is a token. */
    private static final Set<Tag> ON_THE_PAGE = EnumSet.of(Tag.DECLINED, Tag.INSUFFICIENT);

    private static final List<String> CUSTOMER_TOKEN =
            List.of(
                    "purchase_country",
                    "purchase_currency",
                    "locale",
                    "description",
                    "intended_use");

    private final Book book;
    private final KlarnaDialect dialect;
    private final KlarnaSessions sessions;

    SimulatedKlarnaTokens(Book book, KlarnaDialect dialect, KlarnaSessions sessions) {
        this.book = book;
        this.dialect = dialect;
        this.sessions = sessions;
    }

    /** From now on the payment has a token, which its page gives away. */
    static SimulatedPayment issue(Change change, SimulatedPayment payment) {
        var token = UUID.randomUUID().toString();
        var link = BookJson.MAPPER.createObjectNode().put("payment", payment.id());
        change.put(new Document(PREFIX + token, payment.account(), link));
        return payment.withDetails(payment.details().deepCopy().put(TOKEN, token));
    }

    /** What the page shows of it: nothing before the customer is through. */
    static @Nullable String shown(SimulatedPayment payment) {
        return payment.consented() ? payment.details().path(TOKEN).asString(null) : null;
    }

    /** What the customer's choice on the page comes to. */
    static RuleResult decided(
            SimulatedPayment payment, Authorizing.Choice choice, TimeAndIds moment) {
        return payment.details().has(TOKEN)
                        && payment.tags().stream().noneMatch(ON_THE_PAGE::contains)
                ? Authorizing.consented(payment, choice, moment)
                : Authorizing.answered(payment, choice, moment);
    }

    Reply handle(ProviderCall call, String account) {
        var payment = at(call.segment(3));
        if (payment == null || !payment.account().equals(account) || !payment.consented()) {
            return Reply.of(KlarnaErrors.notFound("authorization"));
        }
        return Reply.of(
                switch (call.method() + ' ' + call.segment(4)) {
                    case "POST order" -> order(call, payment);
                    case "POST customer-token" ->
                            customerToken(StrictFields.of(call.json()), payment);
                    case "DELETE " -> canceled(payment);
                    default -> KlarnaErrors.notFound("resource");
                });
    }

    @Nullable SimulatedPayment at(String token) {
        var link = book.document(PREFIX + token);
        return link == null ? null : book.payment(link.content().path("payment").asString());
    }

    /**
     * Places the order of the session; any other order is refused, and a placed one is answered
     * again.
     */
    private ProviderAnswer order(ProviderCall call, SimulatedPayment payment) {
        var body = StrictFields.of(call.json());
        KlarnaFields.checkSession(body);
        var captures = body.flag("auto_capture");
        if (body.requiredAmount("order_amount", 1) != payment.amount()
                || !KlarnaFields.currency(body).equals(payment.currency())) {
            return KlarnaErrors.error(409, "BAD_VALUE", "The order is not that of the session.");
        }
        return switch (book.once(
                dialect.connector(),
                payment.account(),
                payment.details().path(TOKEN).asString(),
                "order",
                body.object().toString(),
                change -> decide(change, payment.id(), captures))) {
            case Once.Repeated(var answer) -> answer;
            case Once.Decided(var decision) -> decision.answer();
            case Once.Reused() ->
                    KlarnaErrors.error(
                            409, "BAD_VALUE", "The order was completed with another request.");
        };
    }

    private KeyOutcome decide(Change change, String paymentId, boolean captures) {
        var now = Objects.requireNonNull(change.payment(paymentId));
        if (now.stage() != Stage.REQUIRES_ACTION) {
            return new KeyOutcome.Passing(KlarnaErrors.notFound("authorization"));
        }
        var done =
                Authorizing.decide(
                        now.withAutomaticCapture(captures).withUpdated(change.now()),
                        new TimeAndIds(change.now(), dialect.ids()));
        Steps.answered(change, dialect, done);
        return new KeyOutcome.Recorded(
                ProviderAnswer.of(200, KlarnaJson.placed(done.payment())), paymentId, paymentId);
    }

    private ProviderAnswer customerToken(StrictFields body, SimulatedPayment payment) {
        CUSTOMER_TOKEN.forEach(body::requiredText);
        var described = sessions.at(payment.details().path(KlarnaJson.DESCRIBED).asString(""));
        if (described == null || described.content().path("intent").asString("buy").equals("buy")) {
            return KlarnaErrors.notAllowed("Not allowed to create customer token for intent buy");
        }
        return book.change(
                dialect.connector(),
                change -> {
                    var now = Objects.requireNonNull(change.payment(payment.id()));
                    return now.stage() == Stage.REQUIRES_ACTION
                            ? KlarnaCustomerTokens.issue(
                                    change,
                                    now.account(),
                                    KlarnaSessions.email(described.content()))
                            : KlarnaErrors.notAllowed("Authorization token already consumed");
                });
    }

    private ProviderAnswer canceled(SimulatedPayment payment) {
        return book.change(
                dialect.connector(),
                change -> {
                    var now = Objects.requireNonNull(change.payment(payment.id()));
                    if (now.stage() != Stage.REQUIRES_ACTION) {
                        return KlarnaErrors.notFound("authorization that can be deleted");
                    }
                    var moment = new TimeAndIds(change.now(), dialect.ids());
                    if (CaptureRules.release(now, null, now.key() + " cancel", moment)
                            instanceof RuleResult.Done done) {
                        Steps.answered(change, dialect, done);
                    }
                    return new ProviderAnswer(204, Map.of(), null);
                });
    }
}
