package dev.paylater.simulator.http;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.dialect.Dialect;
import dev.paylater.simulator.dialect.Steps;
import dev.paylater.simulator.payment.Authorizing.Choice;
import dev.paylater.simulator.payment.Moment;
import dev.paylater.simulator.payment.Payment;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.Stage;
import org.jspecify.annotations.Nullable;

/** The page of a payment that waits for its customer, the same at every provider. */
public final class PaymentPages implements Pages.Owner {

    /** What the customer's choice comes to at a provider. */
    public interface Rule {
        RuleResult decide(Payment payment, Choice choice, Moment moment);
    }

    private final Book book;
    private final Dialect dialect;
    private final Rule rule;

    public PaymentPages(Book book, Dialect dialect, Rule rule) {
        this.book = book;
        this.dialect = dialect;
        this.rule = rule;
    }

    @Override
    public Pages.View open(String id) {
        var payment = known(id);
        if (payment == null) {
            return new Pages.View.Unknown();
        }
        return payment.stage() == Stage.REQUIRES_ACTION
                ? new Pages.View.Ask(
                        "Pay later with " + dialect.connector(),
                        payment.merchantReference()
                                + ": "
                                + payment.amount()
                                + ' '
                                + payment.currency()
                                + " (minor units)")
                : decided(payment, past(payment));
    }

    @Override
    public Pages.View decide(String id, Choice choice) {
        if (known(id) == null) {
            return new Pages.View.Unknown();
        }
        var payment =
                book.<@Nullable Payment>change(
                        dialect.connector(),
                        change -> {
                            var before = change.payment(id);
                            if (before == null) {
                                return null;
                            }
                            var moment = new Moment(change.now(), dialect.ids());
                            return switch (rule.decide(before, choice, moment)) {
                                case RuleResult.Done done -> {
                                    Steps.later(change, dialect, done);
                                    yield done.payment();
                                }
                                case RuleResult.Refused _ -> before;
                            };
                        });
        return payment == null ? new Pages.View.Unknown() : decided(payment, choice);
    }

    private Pages.View decided(Payment payment, Choice choice) {
        if (payment.stage() == Stage.EXPIRED) {
            return new Pages.View.Message("This page has expired.");
        }
        var back = dialect.returnUrl(payment, choice);
        return back == null
                ? new Pages.View.Message("Thank you. You may close this page.")
                : new Pages.View.Back(back);
    }

    private static Choice past(Payment payment) {
        return switch (payment.stage()) {
            case DECLINED -> Choice.DECLINE;
            case CANCELLED -> Choice.CANCEL;
            case APPROVED, PENDING, REVIEW, REQUIRES_ACTION, EXPIRED -> Choice.APPROVE;
        };
    }

    private @Nullable Payment known(String id) {
        var payment = book.payment(id);
        return payment != null && payment.connector().equals(dialect.connector()) ? payment : null;
    }
}
