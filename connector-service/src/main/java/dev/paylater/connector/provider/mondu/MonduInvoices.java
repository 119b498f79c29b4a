package dev.paylater.connector.provider.mondu;

import static dev.paylater.connector.provider.HttpAnswer.requiredAmount;
import static dev.paylater.connector.provider.HttpAnswer.requiredText;
import static dev.paylater.connector.provider.HttpAnswer.text;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.ProviderError;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.Told;
import dev.paylater.connector.provider.UnifiedError;
import dev.paylater.connector.provider.Verdict;
import dev.paylater.connector.provider.Verdict.Refused;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Captures are invoices, refunds are credit notes for one of them. */
final class MonduInvoices {

    /** Kept of each invoice: the operation that made it. */
    private static final String MADE_BY = "invoice_";

    private static final String CANCELED = "canceled";

    private MonduInvoices() {}

    static Step capture(Order order, Account account) {
        var reference = reference(order);
        var url = url(order, account, reference);
        return url == null
                ? Step.done(invalid("capture_metadata.invoice_data.invoice_url is missing"))
                : MonduCalls.write(
                        MonduCalls.post(
                                        account,
                                        "/orders/{}/invoices",
                                        order.requiredTransactionId())
                                .withJson(MonduBodies.invoice(order, reference, url, account)),
                        answer -> captured(answer.path("invoice"), order));
    }

    static Step askCaptured(Order order, Account account) {
        return MonduCalls.ask(
                MonduCalls.get(account, "/orders/{}/invoices", order.requiredTransactionId()),
                answer -> Step.done(found(answer, order)));
    }

    /**
     * Captures what has just been authorized in full. A refusal leaves the authorization, which is
     * then captured as any other.
     */
    static Step captureAtOnce(Outcome authorized, Order order, Account account) {
        return askCaptured(order, account)
                .andThen(
                        known ->
                                known.verdict() instanceof Verdict.NotFound
                                        ? capture(order, account)
                                        : Step.done(known))
                .andThen(captured -> Step.done(together(authorized, captured, order)));
    }

    private static Outcome together(Outcome authorized, Outcome captured, Order order) {
        return switch (captured.verdict()) {
            case Verdict.Approved _ ->
                    new Outcome(
                            new Verdict.Approved(order.amount(), true),
                            authorized
                                    .told()
                                    .withOperationReference(captured.told().operationReference())
                                    .withState(captured.told().state()));
            case Verdict.Declined _ -> authorized;
            case Verdict.Unknown _,
                    Verdict.Pending _,
                    Verdict.NotFound _,
                    Verdict.NotExecuted _,
                    Verdict.CustomerAction _,
                    Verdict.MerchantAction _ ->
                    new Outcome(captured.verdict(), authorized.told());
        };
    }

    private static Outcome found(JsonNode answer, Order order) {
        for (var invoice : answer.path("invoices")) {
            if (reference(order).equals(text(invoice, "external_reference_id"))
                    && !CANCELED.equals(text(invoice, "state"))) {
                return isOurs(invoice, order) ? captured(invoice, order) : Outcome.of(duplicate());
            }
        }
        return Outcome.of(new Verdict.NotFound());
    }

    /** A merchant may say the same invoice number twice: then it is not this capture's. */
    private static boolean isOurs(JsonNode invoice, Order order) {
        var maker = order.state().get(MADE_BY + requiredText(invoice, "uuid"));
        return requiredAmount(invoice, "gross_amount_cents") == order.amount()
                && (maker == null || maker.equals(maker(order)));
    }

    private static Outcome captured(JsonNode invoice, Order order) {
        var uuid = requiredText(invoice, "uuid");
        // Only the states that are known are a yes.
        return switch (requiredText(invoice, "state")) {
            case "created", "late", "complete" ->
                    new Outcome(
                            new Verdict.Approved(order.amount(), false),
                            Told.NOTHING
                                    .withOperationReference(uuid)
                                    .withState(MADE_BY + uuid, maker(order)));
            default -> Outcome.of(Verdict.unknown("unknown invoice state"));
        };
    }

    static Step refund(Order order, Account account) {
        var invoice = order.details().text("connector_capture_id");
        return invoice == null
                ? Step.done(invalid("there is no capture to be refunded"))
                : MonduCalls.write(
                        MonduCalls.post(account, "/invoices/{}/credit_notes", invoice)
                                .withJson(MonduBodies.creditNote(order)),
                        answer -> refunded(answer.path("credit_note"), order));
    }

    static Step askRefunded(Order order, Account account) {
        var invoice = order.details().text("connector_capture_id");
        return invoice == null
                ? Step.done(new Verdict.NotFound())
                : MonduCalls.ask(
                        MonduCalls.get(
                                account,
                                "/orders/{}/invoices/{}",
                                order.requiredTransactionId(),
                                invoice),
                        answer -> Step.done(noted(answer.path("invoice"), order)));
    }

    private static Outcome noted(JsonNode invoice, Order order) {
        for (var note : invoice.path("credit_notes")) {
            if (order.operationId().equals(text(note, "external_reference_id"))) {
                return refunded(note, order);
            }
        }
        return Outcome.of(new Verdict.NotFound());
    }

    private static Outcome refunded(JsonNode note, Order order) {
        return new Outcome(
                new Verdict.Approved(order.amount(), false),
                Told.NOTHING.withOperationReference(requiredText(note, "uuid")));
    }

    /** The merchant's number of the invoice, else our number of the capture. */
    private static String reference(Order order) {
        var said = MonduBodies.text(MonduBodies.invoiceData(order), "merchant_invoice_ref");
        return said == null ? maker(order) : said;
    }

    /** The capture's number; that of an authorization at once is the first. */
    private static String maker(Order order) {
        return order.attemptId() + "_" + (order.operation().authorizes() ? 1 : order.sequence());
    }

    private static @Nullable String url(Order order, Account account, String reference) {
        var said = MonduBodies.text(MonduBodies.invoiceData(order), "invoice_url");
        var usual = account.settings().text("invoice_url");
        return said != null || usual == null
                ? said
                : usual.replace("{invoice_ref}", reference)
                        .replace("{payment_id}", order.paymentId());
    }

    private static Verdict invalid(String message) {
        return new Verdict.Declined(
                Refused.FAILURE, ProviderError.of(UnifiedError.INVALID_DATA, message));
    }

    private static Verdict duplicate() {
        return new Verdict.Declined(
                Refused.FAILURE,
                ProviderError.of(UnifiedError.DUPLICATE, "The invoice number is in use."));
    }
}
