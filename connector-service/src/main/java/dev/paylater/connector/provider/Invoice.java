package dev.paylater.connector.provider;

import static dev.paylater.connector.provider.HttpAnswer.requiredText;
import static dev.paylater.connector.provider.HttpAnswer.text;

import dev.paylater.connector.provider.Verdict.Refused;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A capture at a provider for companies: an invoice with a number, which the merchant may give it
 * ({@code capture_metadata.invoice_data}), and an address where it can be read.
 *
 * @param capture our name of the capture
 * @param number the merchant's number of the invoice, else the capture's name
 */
public record Invoice(Order order, String capture, String number) {

    /** Kept of each invoice: the capture that made it. */
    private static final String MADE_BY = "invoice_";

    /** The invoice of a capture. */
    public static Invoice of(Order order) {
        var capture = order.attemptId() + "_" + order.sequence();
        var said = text(data(order), "merchant_invoice_ref");
        return new Invoice(order, capture, said == null ? capture : said);
    }

    /** {@code invoice_data}, or a missing node. */
    public JsonNode data() {
        return data(order);
    }

    private static JsonNode data(Order order) {
        return order.details().at("capture_metadata", "invoice_data");
    }

    /** Where it can be read: as the merchant says, else as the account's setting does. */
    public Optional<String> url(Account account) {
        var said = text(data(), "invoice_url");
        var usual = account.settings().text("invoice_url");
        return Optional.ofNullable(
                said != null || usual == null
                        ? said
                        : usual.replace("{invoice_ref}", number)
                                .replace("{payment_id}", order.paymentId()));
    }

    /**
     * Whether an invoice with our number was made by this capture: a merchant may say the same
     * number twice.
     *
     * @param amount that the provider shows for it, if it does
     */
    public boolean isMadeBy(JsonNode invoice, @Nullable Long amount) {
        var maker = order.state().get(MADE_BY + requiredText(invoice, "uuid"));
        return (amount == null || amount == order.amount())
                && (maker == null || maker.equals(capture));
    }

    /** The capture is done, and this is the provider's invoice. */
    public Outcome made(JsonNode invoice) {
        var uuid = requiredText(invoice, "uuid");
        return new Outcome(
                new Verdict.Approved(order.amount(), false),
                Told.NOTHING.withOperationReference(uuid).withState(MADE_BY + uuid, capture));
    }

    public static Verdict withoutUrl() {
        return Verdict.invalid("capture_metadata.invoice_data.invoice_url is missing");
    }

    public static Verdict numberInUse() {
        return new Verdict.Declined(
                Refused.FAILURE,
                ProviderError.of(UnifiedError.DUPLICATE, "The invoice number is in use."));
    }

    /** The provider's id of the invoice that a refund is about, if there is one. */
    public static Optional<String> toBeRefunded(Order order) {
        return Optional.ofNullable(order.details().text("connector_capture_id"));
    }

    public static Step nothingToRefund() {
        return Step.done(Verdict.invalid("there is no capture to be refunded"));
    }

    /** The refund's credit note among those of an invoice. */
    public static Outcome creditNote(JsonNode invoice, String referenceField, Order order) {
        for (var note : invoice.path("credit_notes")) {
            if (order.operationId().equals(text(note, referenceField))) {
                return credited(note, order);
            }
        }
        return Outcome.of(new Verdict.NotFound());
    }

    public static Outcome credited(JsonNode note, Order order) {
        return Outcome.done(order, requiredText(note, "uuid"));
    }
}
