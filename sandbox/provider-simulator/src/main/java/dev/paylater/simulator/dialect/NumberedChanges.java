package dev.paylater.simulator.dialect;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.Document;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.payment.CaptureRules;
import dev.paylater.simulator.payment.ProviderFailure;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Tag;
import dev.paylater.simulator.payment.TimeAndIds;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Changes of orders at providers for companies: no key makes them repeatable, but the number of an
 * invoice or credit note is taken once, and what was shipped is not cancelled.
 */
public final class NumberedChanges {

    /** What a change is to the payment. */
    public interface Rule {
        RuleResult decide(SimulatedPayment payment, TimeAndIds moment);
    }

    private final Dialect dialect;
    private final Book book;
    private final ProviderAnswer inUse;
    private final Function<ProviderFailure, ProviderAnswer> refusal;

    /**
     * Changes at one provider.
     *
     * @param inUse says that a number is taken
     */
    public NumberedChanges(
            Dialect dialect,
            Book book,
            ProviderAnswer inUse,
            Function<ProviderFailure, ProviderAnswer> refusal) {
        this.dialect = dialect;
        this.book = book;
        this.inUse = inUse;
        this.refusal = refusal;
    }

    /** Under a number; silence follows where the payment's tag wants it. */
    public Reply numbered(
            SimulatedPayment payment,
            String number,
            Tag silence,
            Rule rule,
            Function<RuleResult.Done, ProviderAnswer> writing) {
        return silent(payment, silence, Reply.of(made(payment, number, rule, writing)));
    }

    /** Under no number; silence follows where the payment's tag wants it. */
    public Reply change(
            SimulatedPayment payment,
            Tag silence,
            Rule rule,
            Function<RuleResult.Done, ProviderAnswer> writing) {
        return silent(payment, silence, change(payment, rule, writing));
    }

    private static Reply silent(SimulatedPayment payment, Tag silence, Reply reply) {
        return reply.answer().status() < 300 && payment.has(silence)
                ? reply.with(Reply.Delivery.STALLED)
                : reply;
    }

    /** Under no number. */
    public Reply change(
            SimulatedPayment payment,
            Rule rule,
            Function<RuleResult.Done, ProviderAnswer> writing) {
        return Reply.of(made(payment, null, rule, writing));
    }

    /** All of it, before anything is shipped. */
    public Reply cancel(
            SimulatedPayment payment, Function<RuleResult.Done, ProviderAnswer> writing) {
        return change(
                payment,
                (now, moment) ->
                        now.captured() > 0
                                ? refused("An order that is shipped is not cancelled.")
                                : CaptureRules.release(now, null, now.id() + "_cancel", moment),
                writing);
    }

    /** The order is for so much from now on: less, or more. */
    public Reply amount(
            SimulatedPayment payment,
            long total,
            Function<RuleResult.Done, ProviderAnswer> writing) {
        return change(payment, (now, moment) -> changed(now, total, moment), writing);
    }

    private static RuleResult changed(SimulatedPayment now, long total, TimeAndIds moment) {
        var less = now.ordered() - total;
        var key = now.id() + "_amount_" + total;
        if (less == 0) {
            return new RuleResult.Done(now, now.id(), List.of(), List.of());
        }
        return less > 0
                ? CaptureRules.release(now, less, key, moment)
                : CaptureRules.increase(now, -less, key, null, moment);
    }

    private static RuleResult refused(String message) {
        return RuleResult.refused(ProviderFailure.Code.INVALID_STATE, message);
    }

    private ProviderAnswer made(
            SimulatedPayment known,
            @Nullable String number,
            Rule rule,
            Function<RuleResult.Done, ProviderAnswer> writing) {
        return book.<ProviderAnswer>change(
                dialect.connector(),
                change -> {
                    var taken = number == null ? null : taken(known, number);
                    if (taken != null && change.document(taken) != null) {
                        return inUse;
                    }
                    var payment = Objects.requireNonNull(change.payment(known.id()));
                    var moment = new TimeAndIds(change.now(), dialect.ids());
                    return switch (rule.decide(payment, moment)) {
                        case RuleResult.Done done -> {
                            Steps.answered(change, dialect, done);
                            remember(change, payment, taken, done.subject());
                            yield writing.apply(done);
                        }
                        case RuleResult.Refused(var failure) -> refusal.apply(failure);
                    };
                });
    }

    private String taken(SimulatedPayment payment, String number) {
        return dialect.connector() + ' ' + payment.account() + ' ' + number;
    }

    /** A number is taken, and an invoice leads to its order. */
    private void remember(
            Change change, SimulatedPayment payment, @Nullable String taken, String subject) {
        var content = BookJson.MAPPER.createObjectNode().put("payment_id", payment.id());
        if (taken != null) {
            change.put(new Document(taken, payment.account(), content));
        }
        change.put(new Document(pointer(dialect, subject), payment.account(), content));
    }

    /** The document that leads from an invoice to its order. */
    public static String pointer(Dialect dialect, String invoice) {
        return dialect.connector() + "_part " + invoice;
    }
}
