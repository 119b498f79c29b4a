package dev.paylater.simulator.dialect;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.Document;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.SimulatedPaymentBuilder;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.Tag;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Orders at providers for companies: opened under the merchant's own code, found by the provider's
 * id or by an invoice.
 */
public final class ReferencedOrders {

    /** What comes of an order that nothing speaks against. */
    public interface Opening {
        ProviderAnswer open(Change change, SimulatedPayment requested);
    }

    private static final long SLOW_MILLIS = 3_000;

    private final Dialect dialect;
    private final Book book;
    private final Subscriptions subscriptions;
    private final ProviderAnswer invalid;

    /**
     * Orders at one provider.
     *
     * @param invalid says that the buyer cannot be used
     */
    public ReferencedOrders(
            Dialect dialect, Book book, Subscriptions subscriptions, ProviderAnswer invalid) {
        this.dialect = dialect;
        this.book = book;
        this.subscriptions = subscriptions;
        this.invalid = invalid;
    }

    /** What is requested under this code; the amount, the tags and more are the dialect's. */
    public SimulatedPaymentBuilder requested(String account, String code) {
        var reference = reference(code);
        return SimulatedPaymentBuilder.builder()
                .id("")
                .connector(dialect.connector())
                .account(account)
                .merchantReference(reference)
                .attemptReference(code)
                .key(code)
                .stage(Stage.PENDING)
                .webhookUrl(subscriptions.url(dialect.connector(), account, reference));
    }

    /** A merchant that tries a payment again numbers its orders: the ledger is by payment. */
    public static String reference(String code) {
        return code.replaceFirst("_\\d+$", "");
    }

    public Reply create(SimulatedPayment requested, Opening opening) {
        return requested.has(Tag.TIMEOUT)
                ? Reply.stalled(dialect.trouble(503))
                : Reply.of(
                        book.<ProviderAnswer>change(
                                dialect.connector(),
                                change -> {
                                    if (Steps.outOfOrder(change, requested)) {
                                        return dialect.trouble(503);
                                    }
                                    return requested.has(Tag.INVALID)
                                            ? invalid
                                            : opening.open(change, requested);
                                }));
    }

    /** An order that is decided at once, unless its tags want the answer late or not at all. */
    public Reply decide(SimulatedPayment requested, Opening opening) {
        var reply = create(requested, opening);
        if (reply.answer().status() < 300
                && (requested.has(Tag.TIMEOUT_APPROVED) || requested.has(Tag.LATE_APPROVAL))) {
            return reply.with(Reply.Delivery.STALLED);
        }
        return requested.has(Tag.SLOW) ? reply.after(SLOW_MILLIS) : reply;
    }

    /** Opens it, and lets another name lead to it. */
    public SimulatedPayment opened(Change change, SimulatedPayment requested, String pointer) {
        var payment = Steps.opened(change, dialect, requested).payment();
        point(change, pointer, payment);
        return payment;
    }

    /**
     * What a call is about.
     *
     * @param known the order that it names
     * @param code where a request for an order has the merchant's code
     * @param key the idempotency key that it has
     */
    public Dialect.Subject subject(
            ProviderCall call,
            @Nullable String account,
            BiFunction<ProviderCall, String, @Nullable SimulatedPayment> known,
            String code,
            @Nullable String key) {
        try {
            var payment = account == null ? null : known.apply(call, account);
            if (payment != null) {
                return new Dialect.Subject(payment.merchantReference(), key);
            }
            var given = call.json().at(code).asString(null);
            return new Dialect.Subject(given == null ? null : reference(given), key);
        } catch (BadRequest bad) {
            return new Dialect.Subject(null, key);
        }
    }

    public Reply get(SimulatedPayment payment, Function<SimulatedPayment, ProviderAnswer> writing) {
        Steps.asked(book, payment);
        return Reply.of(writing.apply(payment));
    }

    /** The account's order of this id. */
    public @Nullable SimulatedPayment order(String account, String id) {
        var payment = book.payment(id);
        return payment != null
                        && payment.connector().equals(dialect.connector())
                        && payment.account().equals(account)
                ? payment
                : null;
    }

    /** The account's order of this id, the provider's or the merchant's. */
    public @Nullable SimulatedPayment named(String account, String id) {
        var payment = order(account, id);
        return payment == null ? pointed(account, pointer(account, id)) : payment;
    }

    /** The document that leads from the merchant's code to its order. */
    public String pointer(String account, String code) {
        return dialect.connector() + " order " + account + ' ' + code;
    }

    /** From now on the merchant's code leads to this order. */
    public void name(Change change, SimulatedPayment payment) {
        point(change, pointer(payment.account(), payment.key()), payment);
    }

    /** From now on this document leads to the order. */
    public static void point(Change change, String pointer, SimulatedPayment payment) {
        change.put(
                new Document(
                        pointer,
                        payment.account(),
                        BookJson.MAPPER.createObjectNode().put("payment_id", payment.id())));
    }

    /** The merchant calls the order by another reference. */
    public void refer(SimulatedPayment known, @Nullable String reference) {
        book.run(
                dialect.connector(),
                change ->
                        change.put(
                                Objects.requireNonNull(change.payment(known.id()))
                                        .withAttemptReference(reference)));
    }

    /** The account's order that this invoice is of. */
    public @Nullable SimulatedPayment invoiced(String account, String invoice) {
        return pointed(account, NumberedChanges.pointer(dialect, invoice));
    }

    /** The account's order that a document leads to. */
    public @Nullable SimulatedPayment pointed(String account, String pointer) {
        var document = book.document(pointer);
        return document == null
                ? null
                : order(account, document.content().path("payment_id").asString(""));
    }
}
