package dev.paylater.simulator.sezzle;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.KeyOutcome;
import dev.paylater.simulator.book.Once;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.ReferencedOrders;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.Steps;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.Tag;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Customers who were asked for their consent to later orders. Whether they gave it follows from the
 * order that they were asked with.
 */
final class SezzleCustomers {

    /** In a payment's details: the session's token, and the id that its customer will have. */
    static final String TOKEN = "token";

    private static final String CUSTOMER = "customer";
    private static final String WITHDRAWN = "withdrawn";
    private static final Set<Tag> OF_A_PAGE = EnumSet.of(Tag.REDIRECT, Tag.REDIRECT_EXPIRED);

    private final SezzleDialect dialect;
    private final Book book;
    private final ReferencedOrders orders;
    private final SezzleAnswers answers;

    SezzleCustomers(
            SezzleDialect dialect, Book book, ReferencedOrders orders, SezzleAnswers answers) {
        this.dialect = dialect;
        this.book = book;
        this.orders = orders;
        this.answers = answers;
    }

    static void ask(ObjectNode details) {
        details.put(TOKEN, UUID.randomUUID().toString());
        details.put(CUSTOMER, UUID.randomUUID().toString());
    }

    static void opened(Change change, SimulatedPayment payment) {
        var details = payment.details();
        if (details.has(TOKEN)) {
            ReferencedOrders.point(change, pointer(details.path(TOKEN).stringValue()), payment);
            ReferencedOrders.point(change, pointer(details.path(CUSTOMER).stringValue()), payment);
        }
    }

    /** The customer's id, once they have agreed. */
    static @Nullable String customerId(SimulatedPayment payment) {
        var details = payment.details();
        return payment.stage() == Stage.APPROVED
                        && !payment.has(Tag.NO_MANDATE)
                        && !details.has(WITHDRAWN)
                ? details.path(CUSTOMER).asString(null)
                : null;
    }

    /** {@code GET /token/{token}/session} */
    Reply token(ProviderCall call, String account) {
        var payment = orders.pointed(account, pointer(call.segment(1)));
        return Reply.of(
                payment == null
                                || !call.segment(1).equals(payment.details().path(TOKEN).asString())
                                || !"GET session".equals(call.method() + " " + call.segment(2))
                        ? dialect.notFound()
                        : answers.consent(payment, customerId(payment)));
    }

    Reply customer(ProviderCall call, String account) {
        var payment = orders.pointed(account, pointer(call.segment(1)));
        if (payment == null || !call.segment(1).equals(customerId(payment))) {
            return Reply.of(dialect.notFound());
        }
        return Reply.of(
                switch (call.method() + " " + call.segment(2)) {
                    case "GET " -> answers.customer(payment, call.segment(1));
                    case "DELETE " -> withdrawn(payment);
                    case "POST preapprove" -> {
                        SezzleDialect.price(StrictFields.of(call.json()));
                        yield answers.preapproved(!payment.has(Tag.MANDATE_DECLINED));
                    }
                    case "POST order" -> ordered(call, payment);
                    default -> dialect.notFound();
                });
    }

    private ProviderAnswer withdrawn(SimulatedPayment known) {
        book.run(
                dialect.connector(),
                change -> {
                    var now = Objects.requireNonNull(change.payment(known.id()));
                    change.put(now.withDetails(now.details().deepCopy().put(WITHDRAWN, true)));
                });
        return SezzleAnswers.NO_CONTENT;
    }

    /** Decided at once and made once for the request id; what is not approved is a success too. */
    private ProviderAnswer ordered(ProviderCall call, SimulatedPayment consent) {
        var body = StrictFields.of(call.json());
        var price = SezzleDialect.price(body.object("order_amount"));
        var requested =
                orders.requested(consent.account(), SezzleDialect.reference(body))
                        .currency(price.currency())
                        .amount(price.cents())
                        .automaticCapture(SezzleDialect.captures(body))
                        .tags(tags(consent))
                        .build();
        var once =
                book.once(
                        dialect.connector(),
                        consent.account(),
                        call.headerOrNew(SezzleDialect.KEY),
                        "order",
                        change -> {
                            var done = Steps.opened(change, dialect, requested);
                            return new KeyOutcome.Recorded(
                                    answers.placed(done.payment()), done.subject(), done.subject());
                        });
        return switch (once) {
            case Once.Decided(var decision) -> decision.answer();
            case Once.Repeated(var answer) -> answer;
        };
    }

    /** The customer is not asked; the tags of the order that they agreed with decide. */
    private static Set<Tag> tags(SimulatedPayment consent) {
        var tags = EnumSet.noneOf(Tag.class);
        tags.addAll(consent.tags());
        tags.removeAll(OF_A_PAGE);
        if (tags.remove(Tag.MANDATE_DECLINED)) {
            tags.add(Tag.DECLINED);
        }
        return tags;
    }

    private static String pointer(String id) {
        return "sezzle_customer " + id;
    }
}
