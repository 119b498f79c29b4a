package dev.paylater.connector.provider.billie;

import static dev.paylater.connector.provider.HttpAnswer.requiredText;
import static dev.paylater.connector.provider.HttpAnswer.text;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.HttpCall;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.ProviderError;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.Told;
import dev.paylater.connector.provider.UnifiedError;
import dev.paylater.connector.provider.Verdict;
import dev.paylater.connector.provider.Verdict.Refused;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Captures are invoices, refunds are credit notes for one of them. A capture of type direct is an
 * invoice that the buyer has paid to the merchant, which Billie is told right after it.
 */
final class BillieInvoices {

    /** Kept of each invoice: the capture that made it. */
    private static final String MADE_BY = "invoice_";

    private static final Set<String> CANCELED = Set.of("canceled", "cancelled");

    private BillieInvoices() {}

    static Step capture(Order order, Account account) {
        return isDirect(order)
                // An invoice that is there already only has to be confirmed as paid.
                ? BillieCalls.ask(
                        orderCall(order, account),
                        answer -> {
                            var known = find(answer, order);
                            return known == null
                                    ? invoice(order, order.requiredTransactionId(), account)
                                    : paid(known, order, account);
                        })
                : invoice(order, order.requiredTransactionId(), account);
    }

    private static Step invoice(Order order, String placed, Account account) {
        var url = url(order, account);
        if (url == null) {
            return Step.done(
                    BillieErrors.invalid("capture_metadata.invoice_data.invoice_url is missing"));
        }
        return BillieCalls.write(
                BillieCalls.post(account, "/invoices")
                        .withJson(BillieBodies.invoice(order, placed, reference(order), url)),
                invoice ->
                        isDirect(order)
                                ? paid(invoice, order, account)
                                : Step.done(captured(invoice, order)));
    }

    private static Step paid(JsonNode invoice, Order order, Account account) {
        if (!isOurs(invoice, order)) {
            return Step.done(duplicate());
        }
        var body =
                BillieBodies.empty()
                        .put("paid_amount", BillieMoney.number(order.amount(), order.currency()));
        return BillieCalls.acknowledged(
                BillieCalls.post(
                                account,
                                "/invoices/{}/confirm-payment",
                                requiredText(invoice, "uuid"))
                        .withJson(body),
                () -> captured(invoice, order));
    }

    static Step askCaptured(Order order, Account account) {
        return BillieCalls.ask(
                orderCall(order, account), answer -> Step.done(found(answer, order)));
    }

    /** Captures what has just been authorized, in full; a refusal leaves the authorization. */
    static Step captureAtOnce(JsonNode answer, Outcome authorized, Order order, Account account) {
        var placed = authorized.told().transactionId();
        var known = found(answer, order);
        var capture =
                known.verdict() instanceof Verdict.NotFound && placed != null
                        ? invoice(order, placed, account)
                        : Step.done(known);
        return capture.andThen(captured -> Step.done(together(authorized, captured, order)));
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
        var invoice = find(answer, order);
        if (invoice == null) {
            return Outcome.of(new Verdict.NotFound());
        }
        if (!isOurs(invoice, order)) {
            return Outcome.of(duplicate());
        }
        // Not confirmed as paid is not done yet: it is gone on with.
        return isDirect(order) && outstanding(invoice, order) > 0
                ? Outcome.of(new Verdict.NotFound())
                : captured(invoice, order);
    }

    private static @Nullable JsonNode find(JsonNode answer, Order order) {
        for (var invoice : answer.path("invoices")) {
            if (reference(order).equals(text(invoice, "invoice_number"))
                    && !CANCELED.contains(requiredText(invoice, "state"))) {
                return invoice;
            }
        }
        return null;
    }

    /** A merchant may say the same invoice number twice: then it is not this capture's. */
    private static boolean isOurs(JsonNode invoice, Order order) {
        var maker = order.state().get(MADE_BY + requiredText(invoice, "uuid"));
        var amount = invoice.path("amount").path("gross");
        return (amount.isMissingNode()
                        || BillieMoney.minor(amount, order.currency()) == order.amount())
                && (maker == null || maker.equals(maker(order)));
    }

    private static long outstanding(JsonNode invoice, Order order) {
        return BillieMoney.minor(invoice.path("outstanding_amount"), order.currency());
    }

    private static Outcome captured(JsonNode invoice, Order order) {
        var uuid = requiredText(invoice, "uuid");
        return new Outcome(
                new Verdict.Approved(order.amount(), false),
                Told.NOTHING.withOperationReference(uuid).withState(MADE_BY + uuid, maker(order)));
    }

    static Step refund(Order order, Account account) {
        var invoice = order.details().text("connector_capture_id");
        return invoice == null
                ? Step.done(BillieErrors.invalid("there is no capture to be refunded"))
                : BillieCalls.write(
                        BillieCalls.post(account, "/invoices/{}/credit-notes", invoice)
                                .withJson(BillieBodies.creditNote(order)),
                        note -> Step.done(refunded(note, order)));
    }

    static Step askRefunded(Order order, Account account) {
        var invoice = order.details().text("connector_capture_id");
        return invoice == null
                ? Step.done(new Verdict.NotFound())
                : BillieCalls.ask(
                        BillieCalls.get(account, "/invoices/{}", invoice),
                        answer -> Step.done(noted(answer, order)));
    }

    private static Outcome noted(JsonNode invoice, Order order) {
        for (var note : invoice.path("credit_notes")) {
            if (order.operationId().equals(text(note, "external_code"))) {
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

    private static HttpCall orderCall(Order order, Account account) {
        return BillieCalls.get(account, "/orders/{}", order.requiredTransactionId());
    }

    private static boolean isDirect(Order order) {
        return "direct".equals(order.details().text("capture_type"));
    }

    /** The merchant's number of the invoice, else our number of the capture. */
    private static String reference(Order order) {
        var said = BillieBodies.text(BillieBodies.invoiceData(order), "merchant_invoice_ref");
        return said == null ? maker(order) : said;
    }

    /** The capture's number; that of an authorization at once is the first. */
    private static String maker(Order order) {
        return order.attemptId() + "_" + (order.operation().authorizes() ? 1 : order.sequence());
    }

    private static @Nullable String url(Order order, Account account) {
        var said = BillieBodies.text(BillieBodies.invoiceData(order), "invoice_url");
        var usual = account.settings().text("invoice_url");
        return said != null || usual == null
                ? said
                : usual.replace("{invoice_ref}", reference(order))
                        .replace("{payment_id}", order.paymentId());
    }

    private static Verdict duplicate() {
        return new Verdict.Declined(
                Refused.FAILURE,
                ProviderError.of(UnifiedError.DUPLICATE, "The invoice number is in use."));
    }
}
