package dev.paylater.simulator.dialect;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.Document;
import dev.paylater.simulator.book.KeyOutcome;
import dev.paylater.simulator.book.Once;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.payment.ProviderFailure;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Tag;
import dev.paylater.simulator.payment.TimeAndIds;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Changes that a provider makes once for the caller's key. It looks at the key alone; what was
 * refused may be tried again.
 */
public final class KeyedChanges {

    private final Dialect dialect;
    private final Book book;
    private final BiFunction<SimulatedPayment, ProviderFailure, ProviderAnswer> refusal;
    private final @Nullable UnaryOperator<ProviderAnswer> again;

    /**
     * Changes of which a repetition is answered with how they stand by then.
     *
     * @param refusal of a change of this payment
     */
    public KeyedChanges(
            Dialect dialect,
            Book book,
            BiFunction<SimulatedPayment, ProviderFailure, ProviderAnswer> refusal) {
        this(dialect, book, refusal, null);
    }

    /**
     * Changes of which a repetition is answered as they were.
     *
     * @param again marks an answer that was given before; null for one as it stands by then
     */
    public KeyedChanges(
            Dialect dialect,
            Book book,
            BiFunction<SimulatedPayment, ProviderFailure, ProviderAnswer> refusal,
            @Nullable UnaryOperator<ProviderAnswer> again) {
        this.dialect = dialect;
        this.book = book;
        this.refusal = refusal;
        this.again = again;
    }

    /**
     * Makes the change; silence follows where the payment's tag wants it.
     *
     * @param writing answers with a payment, and the id of what was made of it
     */
    public Reply once(
            SimulatedPayment payment,
            String key,
            String type,
            @Nullable Tag silence,
            NumberedChanges.Rule rule,
            BiFunction<SimulatedPayment, String, ProviderAnswer> writing) {
        var once =
                book.once(
                        dialect.connector(),
                        payment.account(),
                        key,
                        type,
                        change -> decide(change, payment.id(), rule, writing));
        return switch (once) {
            case Once.Decided(KeyOutcome.Recorded(var answer, _, _)) when silence != null ->
                    payment.has(silence)
                            ? Reply.of(answer).with(Reply.Delivery.STALLED)
                            : Reply.of(answer);
            case Once.Decided(var decision) -> Reply.of(decision.answer());
            case Once.Repeated(var answer) ->
                    Reply.of(
                            again == null
                                    ? now(payment, key, answer, writing)
                                    : again.apply(answer));
        };
    }

    private KeyOutcome decide(
            Change change,
            String paymentId,
            NumberedChanges.Rule rule,
            BiFunction<SimulatedPayment, String, ProviderAnswer> writing) {
        var payment = Objects.requireNonNull(change.payment(paymentId));
        return switch (rule.decide(payment, new TimeAndIds(change.now(), dialect.ids()))) {
            case RuleResult.Done done -> {
                Steps.answered(change, dialect, done);
                point(change, dialect, done.payment(), done.subject());
                yield new KeyOutcome.Recorded(
                        writing.apply(done.payment(), done.subject()), done.subject(), paymentId);
            }
            case RuleResult.Refused(var failure) ->
                    new KeyOutcome.Passing(refusal.apply(payment, failure));
        };
    }

    private ProviderAnswer now(
            SimulatedPayment payment,
            String key,
            ProviderAnswer first,
            BiFunction<SimulatedPayment, String, ProviderAnswer> writing) {
        var operation = book.operation(dialect.connector(), payment.account(), key);
        var subject = operation == null ? null : operation.subject();
        var known = book.payment(payment.id());
        return subject == null || known == null ? first : writing.apply(known, subject);
    }

    /** Lets what was made of a payment lead to it. */
    public static void point(
            Change change, Dialect dialect, SimulatedPayment payment, String part) {
        change.put(
                new Document(
                        NumberedChanges.pointer(dialect, part),
                        payment.account(),
                        BookJson.MAPPER.createObjectNode().put("payment_id", payment.id())));
    }
}
