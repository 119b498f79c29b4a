package dev.paylater.connector.kit;

import dev.paylater.connector.kit.Request.Reader;
import dev.paylater.provider.Decline;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.UnifiedError;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * A checkout that the merchant voided while the customer had still to agree to it, at a provider
 * that cannot be told so. Where it takes our confirmation to make anything of it, none follows;
 * where the customer's consent is enough, a late one is an approval that nobody wants any more.
 */
public final class VoidedCheckout {

    private static final String KEPT = "voided";

    /** The void of it: nothing was held. */
    public static final ProviderResult VOIDED =
            ProviderResult.approved(0).with(new Data().keep(KEPT, "yes").build());

    /** What its authorization came to. */
    public static final ProviderResult DECLINED =
            ProviderResult.declined(Decline.Outcome.VOIDED, ProviderError.of(UnifiedError.EXPIRED));

    private VoidedCheckout() {}

    public static boolean is(Context context) {
        return context.kept(KEPT) != null;
    }

    /** What became of the void of a payment: done, done before anything was held, or to be done. */
    public static Reader voided(Function<JsonNode, ProviderStatus> statuses) {
        return (payment, context) -> {
            var status = statuses.apply(payment);
            if (isOpen(status)) {
                return VOIDED;
            }
            return status.isOver()
                    ? ProviderResult.approved(context.amount())
                    : ProviderResult.notFound();
        };
    }

    /** The authorization of a payment that was voided before it was decided. */
    public static Reader authorization(Reading reading) {
        return (payment, context) ->
                isOpen(reading.status(payment)) ? DECLINED : reading.read(payment, context);
    }

    /** The answer to a void: nothing may be held any more. */
    public static Reader canceled(Function<JsonNode, ProviderStatus> statuses) {
        return (payment, context) ->
                statuses.apply(payment).isOver()
                        ? ProviderResult.approved(context.amount())
                        : ProviderResult.unknown("still not canceled");
    }

    private static boolean isOpen(ProviderStatus status) {
        return status == ProviderStatus.REQUIRES_ACTION || status == ProviderStatus.CONFIRMABLE;
    }
}
