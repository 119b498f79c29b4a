package dev.paylater.simulator.http;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.dialect.Dialect;
import dev.paylater.simulator.dialect.Steps;
import dev.paylater.simulator.payment.Authorizing.Choice;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.TimeAndIds;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The page of a payment that waits for its customer, the same at every provider. */
public final class PaymentPages implements DecisionPages.Owner {

    /** What the customer's choice comes to at a provider. */
    public interface Rule {
        RuleResult decide(SimulatedPayment payment, Choice choice, TimeAndIds moment);
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
    public DecisionPages.View open(String id) {
        var payment = known(id);
        if (payment == null) {
            return new DecisionPages.View.Unknown();
        }
        return payment.stage() == Stage.REQUIRES_ACTION
                ? new DecisionPages.View.Ask(
                        brand(dialect.connector()),
                        "Pay later with " + brand(dialect.connector()),
                        "%s for payment %s"
                                .formatted(
                                        money(payment.amount(), payment.currency()),
                                        payment.merchantReference()))
                : decided(payment, past(payment));
    }

    /** The provider's name as customers know it. */
    private static String brand(String connector) {
        return switch (connector) {
            case "paypal" -> "PayPal";
            case "sandbox" -> "the sandbox provider";
            default -> connector.substring(0, 1).toUpperCase(Locale.ROOT) + connector.substring(1);
        };
    }

    /** With the currency's decimals: 6540 EUR is 65.40 EUR, 6540 JPY stays 6540 JPY. */
    private static String money(long minorUnits, String currency) {
        var decimals = Currency.getInstance(currency).getDefaultFractionDigits();
        return BigDecimal.valueOf(minorUnits, decimals).toPlainString() + ' ' + currency;
    }

    @Override
    public DecisionPages.View decide(String id, Choice choice) {
        if (known(id) == null) {
            return new DecisionPages.View.Unknown();
        }
        var payment =
                book.<@Nullable SimulatedPayment>change(
                        dialect.connector(),
                        change -> {
                            var before = change.payment(id);
                            if (before == null) {
                                return null;
                            }
                            var moment = new TimeAndIds(change.now(), dialect.ids());
                            return switch (rule.decide(before, choice, moment)) {
                                case RuleResult.Done done -> {
                                    Steps.later(change, dialect, done);
                                    yield done.payment();
                                }
                                case RuleResult.Refused _ -> before;
                            };
                        });
        return payment == null ? new DecisionPages.View.Unknown() : decided(payment, choice);
    }

    private DecisionPages.View decided(SimulatedPayment payment, Choice choice) {
        if (payment.stage() == Stage.EXPIRED) {
            return new DecisionPages.View.Message("This page has expired.");
        }
        var back = dialect.returnUrl(payment, choice);
        return back == null
                ? new DecisionPages.View.Message("Thank you. You may close this page.")
                : new DecisionPages.View.Back(back);
    }

    private static Choice past(SimulatedPayment payment) {
        return switch (payment.stage()) {
            case DECLINED -> Choice.DECLINE;
            case CANCELLED -> Choice.CANCEL;
            case APPROVED, PENDING, REVIEW, REQUIRES_ACTION, EXPIRED -> Choice.APPROVE;
        };
    }

    private @Nullable SimulatedPayment known(String id) {
        var payment = book.payment(id);
        return payment != null && payment.connector().equals(dialect.connector()) ? payment : null;
    }
}
