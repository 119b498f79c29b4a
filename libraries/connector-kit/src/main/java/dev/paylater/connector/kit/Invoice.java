package dev.paylater.connector.kit;

import dev.paylater.connector.kit.Request.Reader;
import dev.paylater.provider.Decline;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.UnifiedError;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A capture at a provider for companies: an invoice with a number, which the merchant may give it
 * ({@code capture_metadata.invoice_data}), and an address where it can be read.
 *
 * @param capture our name of the capture
 * @param number the merchant's number of the invoice, else the capture's name
 */
public record Invoice(Context context, String capture, String number) {

    /** Kept of each invoice: the capture that made it. */
    private static final String MADE_BY = "invoice_";

    private static final String NUMBER = "merchant_invoice_ref";

    /** The invoice of a capture. */
    public static Invoice of(Context context) {
        var capture = context.attemptId() + "_" + context.sequence();
        var number = Json.text(data(context), "/" + NUMBER);
        return new Invoice(context, capture, number == null ? capture : number);
    }

    /** A text of {@code invoice_data}. */
    public @Nullable String data(String name) {
        return Json.text(data(context), "/" + name);
    }

    private static JsonNode data(Context context) {
        return context.details().at("capture_metadata", "invoice_data");
    }

    /**
     * Where it can be read: as the merchant says, else as the account's setting does.
     *
     * @throws InvalidRequest when neither does
     */
    public String url() {
        var given = data("invoice_url");
        var usual = context.account().settings().text("invoice_url");
        if (given == null && usual == null) {
            throw new InvalidRequest("capture_metadata.invoice_data.invoice_url is missing");
        }
        return given != null || usual == null
                ? String.valueOf(given)
                : usual.replace("{invoice_ref}", number)
                        .replace("{payment_id}", context.paymentId());
    }

    /**
     * What follows when the number of an invoice is in use: it may be this capture's own, whose
     * answer was lost. A number that its order does not show belongs to another payment if the
     * merchant chose it, and nobody else uses ours.
     */
    public static BiFunction<ProviderResult, Context, Step> inUse(Rule inquiry) {
        return (refusal, context) ->
                inquiry.on(
                                ProviderResult.Status.NOT_FOUND,
                                of(context).data(NUMBER) == null
                                        ? ProviderResult.unknown("its own number is in use")
                                        : refusal)
                        .begin(context);
    }

    /** The capture is done, and this is the provider's invoice. */
    public static ProviderResult made(JsonNode invoice, Context context) {
        return made("/uuid").read(invoice, context);
    }

    /** The capture is done, and the provider's invoice has its id at this pointer. */
    public static Reader made(String pointer) {
        return (invoice, context) -> made(Json.required(invoice, pointer), context);
    }

    private static ProviderResult made(String id, Context context) {
        return ProviderResult.approved(context.amount())
                .with(new Data().operation(id).keep(MADE_BY + id, of(context).capture()).build());
    }

    /**
     * Where an order lists its invoices.
     *
     * @param number pointer within an invoice to its number
     * @param id pointer within an invoice to the provider's id of it
     * @param ours the number that we gave it
     * @param amount of an invoice, where the provider shows it
     */
    public record Listing(
            String list,
            String number,
            String id,
            Function<Context, String> ours,
            BiFunction<JsonNode, Context, @Nullable Long> amount) {

        private static final Set<String> CANCELED = Set.of("canceled", "cancelled");

        /** Invoices with their {@code invoice_number} and {@code uuid}. */
        public Listing(String list, BiFunction<JsonNode, Context, @Nullable Long> amount) {
            this(list, "/invoice_number", "/uuid", context -> of(context).number(), amount);
        }

        /** The invoice that has our number. */
        public @Nullable JsonNode find(JsonNode order, Context context) {
            for (var invoice : order.at(list)) {
                if (ours.apply(context).equals(Json.text(invoice, number))
                        && !CANCELED.contains(String.valueOf(Json.text(invoice, "/state")))) {
                    return invoice;
                }
            }
            return null;
        }

        /** Reads it; without one it is NOT_FOUND. */
        public Reader finds(Reader ours) {
            return (order, context) -> {
                var invoice = find(order, context);
                return invoice == null
                        ? ProviderResult.notFound()
                        : reads(ours).read(invoice, context);
            };
        }

        /**
         * Reads an invoice that has our number: it is this capture's, unless its amount or another
         * capture that is known to have made it says otherwise, since a merchant may give the same
         * number twice.
         */
        public Reader reads(Reader ours) {
            return (invoice, context) ->
                    isOurs(invoice, context) ? ours.read(invoice, context) : numberInUse();
        }

        private boolean isOurs(JsonNode invoice, Context context) {
            var shown = amount.apply(invoice, context);
            var maker = context.kept(MADE_BY + Json.required(invoice, id));
            return (shown == null || shown == context.amount())
                    && (maker == null || maker.equals(of(context).capture()));
        }
    }

    private static ProviderResult numberInUse() {
        return ProviderResult.declined(
                Decline.Outcome.FAILURE,
                ProviderError.of(UnifiedError.DUPLICATE, "The invoice number is in use."));
    }
}
