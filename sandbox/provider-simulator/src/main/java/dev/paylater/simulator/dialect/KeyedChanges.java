package dev.paylater.simulator.dialect;

import dev.paylater.simulator.book.Answer;
import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.Decision;
import dev.paylater.simulator.book.Once;
import dev.paylater.simulator.payment.Failure;
import dev.paylater.simulator.payment.Moment;
import dev.paylater.simulator.payment.Payment;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.Tag;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Changes of payments at providers that are sent a key in a header: each is made once, and answered
 * the same again. The key alone counts, whatever else the request says; it is optional.
 */
public final class KeyedChanges {

    private static final String ANY_BODY = "any";

    private final Dialect dialect;
    private final Book book;
    private final String header;
    private final Function<Failure, Answer> refusal;
    private final UnaryOperator<Answer> again;

    /**
     * Changes at one provider.
     *
     * @param again how an answer is marked that was given before
     */
    public KeyedChanges(
            Dialect dialect,
            Book book,
            String header,
            Function<Failure, Answer> refusal,
            UnaryOperator<Answer> again) {
        this.dialect = dialect;
        this.book = book;
        this.header = header;
        this.refusal = refusal;
        this.again = again;
    }

    /** The key that a call has, or one that nobody else has. */
    public String key(Call call) {
        var given = call.header(header);
        return given == null || given.isEmpty() ? UUID.randomUUID().toString() : given;
    }

    /** Silence follows a success where the payment's tag wants it. */
    public Reply change(
            Payment payment,
            String key,
            @Nullable Tag silence,
            NumberedChanges.Rule rule,
            Function<RuleResult.Done, Answer> writing) {
        var once =
                book.once(
                        dialect.connector(),
                        payment.account(),
                        key,
                        "change",
                        ANY_BODY,
                        change -> decide(change, payment.id(), rule, writing));
        return switch (once) {
            case Once.Repeated(var answer) -> Reply.of(again.apply(answer));
            case Once.Decided(var decision) -> {
                var reply = Reply.of(decision.answer());
                var silent = silence != null && payment.has(silence);
                yield silent && decision.answer().status() < 300
                        ? reply.with(Reply.Delivery.STALLED)
                        : reply;
            }
            case Once.Reused() -> throw new IllegalStateException("keys have no fingerprint");
        };
    }

    /** A refusal has done nothing under the key. */
    private Decision decide(
            Change change,
            String paymentId,
            NumberedChanges.Rule rule,
            Function<RuleResult.Done, Answer> writing) {
        var payment = Objects.requireNonNull(change.payment(paymentId));
        return switch (rule.decide(payment, new Moment(change.now(), dialect.ids()))) {
            case RuleResult.Done done -> {
                Steps.answered(change, dialect, done);
                yield new Decision.Recorded(writing.apply(done), done.subject(), paymentId);
            }
            case RuleResult.Refused(var failure) -> new Decision.Passing(refusal.apply(failure));
        };
    }
}
