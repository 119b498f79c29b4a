package dev.paylater.connector.provider.billie;

import static dev.paylater.connector.provider.HttpAnswer.requiredText;
import static dev.paylater.connector.provider.HttpAnswer.text;
import static dev.paylater.connector.provider.billie.BillieCalls.BILLIE;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Body;
import dev.paylater.connector.provider.Conversation;
import dev.paylater.connector.provider.HttpCall;
import dev.paylater.connector.provider.Invoice;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.Verdict;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Captures are invoices, refunds are credit notes for one of them. A capture of type direct is an
 * invoice that the buyer has paid to the merchant, which Billie is told right after it.
 */
final class BillieInvoices {

    private static final Set<String> CANCELED = Set.of("canceled", "cancelled");

    private BillieInvoices() {}

    static Step capture(Order order, Account account) {
        return isDirect(order)
                // An invoice that is there already only has to be confirmed as paid.
                ? Conversation.ask(
                        orderCall(order, account),
                        answer -> {
                            var known = find(answer, order);
                            return known == null
                                    ? invoice(order, account)
                                    : paid(known, order, account);
                        })
                : invoice(order, account);
    }

    private static Step invoice(Order order, Account account) {
        var invoice = Invoice.of(order);
        return invoice.url(account)
                .map(
                        url ->
                                BillieCalls.post(account, "/invoices")
                                        .withJson(BillieBodies.invoice(invoice, url)))
                .map(
                        call ->
                                BILLIE.write(
                                        call,
                                        made ->
                                                isDirect(order)
                                                        ? paid(made, order, account)
                                                        : Step.done(invoice.made(made))))
                .orElseGet(() -> Step.done(Invoice.withoutUrl()));
    }

    private static Step paid(JsonNode invoice, Order order, Account account) {
        var ours = Invoice.of(order);
        if (!ours.isMadeBy(invoice, amount(invoice, order))) {
            return Step.done(Invoice.numberInUse());
        }
        var body =
                Body.empty()
                        .put("paid_amount", BillieMoney.number(order.amount(), order.currency()));
        return BILLIE.acknowledged(
                BillieCalls.post(
                                account,
                                "/invoices/{}/confirm-payment",
                                requiredText(invoice, "uuid"))
                        .withJson(body),
                () -> ours.made(invoice));
    }

    static Step askCaptured(Order order, Account account) {
        return Conversation.ask(
                orderCall(order, account), answer -> Step.done(found(answer, order)));
    }

    private static Outcome found(JsonNode answer, Order order) {
        var invoice = find(answer, order);
        if (invoice == null) {
            return Outcome.of(new Verdict.NotFound());
        }
        var ours = Invoice.of(order);
        if (!ours.isMadeBy(invoice, amount(invoice, order))) {
            return Outcome.of(Invoice.numberInUse());
        }
        // Not confirmed as paid is not done yet: it is gone on with.
        return isDirect(order) && outstanding(invoice, order) > 0
                ? Outcome.of(new Verdict.NotFound())
                : ours.made(invoice);
    }

    private static @Nullable JsonNode find(JsonNode answer, Order order) {
        var number = Invoice.of(order).number();
        for (var invoice : answer.path("invoices")) {
            if (number.equals(text(invoice, "invoice_number"))
                    && !CANCELED.contains(requiredText(invoice, "state"))) {
                return invoice;
            }
        }
        return null;
    }

    private static @Nullable Long amount(JsonNode invoice, Order order) {
        var gross = invoice.path("amount").path("gross");
        return gross.isMissingNode() ? null : BillieMoney.minor(gross, order.currency());
    }

    private static long outstanding(JsonNode invoice, Order order) {
        return BillieMoney.minor(invoice.path("outstanding_amount"), order.currency());
    }

    static Step refund(Order order, Account account) {
        return Invoice.toBeRefunded(order)
                .map(
                        invoice ->
                                BILLIE.write(
                                        BillieCalls.post(
                                                        account,
                                                        "/invoices/{}/credit-notes",
                                                        invoice)
                                                .withJson(BillieBodies.creditNote(order)),
                                        note -> Step.done(Invoice.credited(note, order))))
                .orElseGet(Invoice::nothingToRefund);
    }

    static Step askRefunded(Order order, Account account) {
        return Invoice.toBeRefunded(order)
                .map(
                        invoice ->
                                Conversation.ask(
                                        BillieCalls.get(account, "/invoices/{}", invoice),
                                        answer ->
                                                Step.done(
                                                        Invoice.creditNote(
                                                                answer,
                                                                BillieErrors.REFERENCE,
                                                                order))))
                .orElseGet(() -> Step.done(new Verdict.NotFound()));
    }

    private static HttpCall orderCall(Order order, Account account) {
        return BillieCalls.get(account, "/orders/{}", order.requiredTransactionId());
    }

    private static boolean isDirect(Order order) {
        return "direct".equals(order.details().text("capture_type"));
    }
}
