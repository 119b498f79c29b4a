package dev.paylater.simulator.afterpay;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.Document;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.Steps;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.dialect.Subscriptions;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.SimulatedPaymentBuilder;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.Tag;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** POST /v2/checkouts: every customer has to go to the page. */
final class AfterpayCheckouts {

    private static final int LONGEST_REFERENCE = 128;
    private static final String ORDER = "order";

    /** What Afterpay has no match for. */
    private static final Set<Tag> WITHOUT_MATCH =
            EnumSet.of(
                    Tag.REVIEW,
                    Tag.LATE_APPROVAL,
                    Tag.REFUND_PENDING,
                    Tag.REFUND_REVIEW,
                    Tag.THREE_DS_CHALLENGE,
                    Tag.THREE_DS_FAILED,
                    Tag.THREE_DS_FRICTIONLESS);

    private final AfterpayDialect dialect;
    private final AfterpayJson json;
    private final Book book;
    private final Subscriptions subscriptions;

    AfterpayCheckouts(
            AfterpayDialect dialect, AfterpayJson json, Book book, Subscriptions subscriptions) {
        this.dialect = dialect;
        this.json = json;
        this.book = book;
        this.subscriptions = subscriptions;
    }

    Reply open(StrictFields body, String account) {
        var asked = asked(body, account);
        if (asked.has(Tag.TIMEOUT)) {
            return Reply.stalled(AfterpayErrors.trouble(503));
        }
        return Reply.of(
                book.<ProviderAnswer>change(
                        dialect.connector(), change -> opened(change, asked, order(body))));
    }

    /** What a question for the checkout answers; personal data stays with the caller. */
    private static ObjectNode order(StrictFields body) {
        return body.object().deepCopy().remove(List.of("consumer", "billing", "shipping"));
    }

    /** The checkout of this token, as it was requested. */
    Reply get(@Nullable SimulatedPayment payment) {
        if (payment == null) {
            return Reply.of(AfterpayErrors.noCheckout());
        }
        var pointer = book.document(AfterpayPayments.pointer(AfterpayPayments.token(payment)));
        var order = pointer == null ? null : pointer.content().get(ORDER);
        var checkout = json.checkout(payment);
        return Reply.of(
                ProviderAnswer.of(
                        200,
                        order instanceof ObjectNode known ? checkout.setAll(known) : checkout));
    }

    private SimulatedPayment asked(StrictFields body, String account) {
        var amount = AfterpayFields.positive(body, "amount");
        var consumer = body.object("consumer");
        var email = consumer.requiredText("email");
        var merchant = body.object("merchant");
        AfterpayFields.contact(body, "billing");
        AfterpayFields.contact(body, "shipping");
        AfterpayFields.items(body);
        var reference = AfterpayFields.cut(body, "merchantReference", LONGEST_REFERENCE);
        var known = reference == null ? "" : reference;
        var details = BookJson.MAPPER.createObjectNode();
        details.put(AfterpayPayments.TOKEN, AfterpayIds.token());
        details.put(AfterpayPayments.CANCEL_URL, merchant.requiredText("redirectCancelUrl"));
        return SimulatedPaymentBuilder.builder()
                .id("")
                .connector(dialect.connector())
                .account(account)
                .merchantReference(known)
                .key("")
                .currency(amount.currency())
                .amount(amount.minor())
                .tags(Tag.in(email, WITHOUT_MATCH, Tag.REDIRECT))
                .stage(Stage.PENDING)
                .returnUrl(merchant.requiredText("redirectConfirmUrl"))
                .webhookUrl(subscriptions.url(dialect.connector(), account, known))
                .details(details)
                .build();
    }

    private ProviderAnswer opened(Change change, SimulatedPayment asked, ObjectNode order) {
        if (Steps.outOfOrder(change, asked)) {
            return AfterpayErrors.trouble(503);
        }
        if (asked.has(Tag.INVALID)) {
            return AfterpayErrors.invalid("The consumer's data cannot be used.");
        }
        var done = Steps.opened(change, dialect, asked);
        var payment = done.payment();
        change.put(
                new Document(
                        AfterpayPayments.pointer(AfterpayPayments.token(payment)),
                        payment.account(),
                        BookJson.MAPPER
                                .createObjectNode()
                                .put("payment_id", payment.id())
                                .set(ORDER, order)));
        return ProviderAnswer.of(201, json.checkout(done.payment()));
    }
}
