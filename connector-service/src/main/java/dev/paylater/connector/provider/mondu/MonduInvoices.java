package dev.paylater.connector.provider.mondu;

import static dev.paylater.connector.provider.HttpAnswer.requiredAmount;
import static dev.paylater.connector.provider.HttpAnswer.requiredText;
import static dev.paylater.connector.provider.HttpAnswer.text;
import static dev.paylater.connector.provider.mondu.MonduCalls.MONDU;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Conversation;
import dev.paylater.connector.provider.Invoice;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.Verdict;
import tools.jackson.databind.JsonNode;

/** Captures are invoices, refunds are credit notes for one of them. */
final class MonduInvoices {

    private MonduInvoices() {}

    static Step capture(Order order, Account account) {
        var invoice = Invoice.of(order);
        return invoice.url(account)
                .map(url -> MonduBodies.invoice(invoice, url, account))
                .map(
                        body ->
                                MONDU.write(
                                        MonduCalls.post(
                                                        account,
                                                        "/orders/{}/invoices",
                                                        order.requiredTransactionId())
                                                .withJson(body),
                                        answer ->
                                                Step.done(captured(answer.path("invoice"), order))))
                .orElseGet(() -> Step.done(Invoice.withoutUrl()));
    }

    static Step askCaptured(Order order, Account account) {
        return Conversation.ask(
                MonduCalls.get(account, "/orders/{}/invoices", order.requiredTransactionId()),
                answer -> Step.done(found(answer, order)));
    }

    private static Outcome found(JsonNode answer, Order order) {
        var ours = Invoice.of(order);
        for (var invoice : answer.path("invoices")) {
            if (ours.number().equals(text(invoice, "external_reference_id"))
                    && !"canceled".equals(text(invoice, "state"))) {
                return ours.isMadeBy(invoice, requiredAmount(invoice, "gross_amount_cents"))
                        ? captured(invoice, order)
                        : Outcome.of(Invoice.numberInUse());
            }
        }
        return Outcome.of(new Verdict.NotFound());
    }

    /** Only the states that are known are a yes. */
    private static Outcome captured(JsonNode invoice, Order order) {
        return switch (requiredText(invoice, "state")) {
            case "created", "late", "complete" -> Invoice.of(order).made(invoice);
            default -> Outcome.of(Verdict.unknown("unknown invoice state"));
        };
    }

    static Step refund(Order order, Account account) {
        return Invoice.toBeRefunded(order)
                .map(
                        invoice ->
                                MONDU.write(
                                        MonduCalls.post(
                                                        account,
                                                        "/invoices/{}/credit_notes",
                                                        invoice)
                                                .withJson(MonduBodies.creditNote(order)),
                                        answer ->
                                                Step.done(
                                                        Invoice.credited(
                                                                answer.path("credit_note"),
                                                                order))))
                .orElseGet(Invoice::nothingToRefund);
    }

    static Step askRefunded(Order order, Account account) {
        return Invoice.toBeRefunded(order)
                .map(
                        invoice ->
                                Conversation.ask(
                                        MonduCalls.get(
                                                account,
                                                "/orders/{}/invoices/{}",
                                                order.requiredTransactionId(),
                                                invoice),
                                        answer ->
                                                Step.done(
                                                        Invoice.creditNote(
                                                                answer.path("invoice"),
                                                                MonduErrors.REFERENCE,
                                                                order))))
                .orElseGet(() -> Step.done(new Verdict.NotFound()));
    }
}
