package dev.paylater.simulator.dialect;

import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.payment.Authorizing;
import dev.paylater.simulator.payment.SimulatedEvent;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.TimeAndIds;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One provider's protocol over the common core. The front knows nothing else about a provider. */
public interface Dialect {

    /** What a request is about, for the log of requests. */
    record Subject(@Nullable String merchantReference, @Nullable String idempotencyKey) {}

    /** The connector's name, as in the ledger. */
    String connector();

    /** The path below which this provider lives, as {@code /sandbox/v1}. */
    String base();

    Reply handle(ProviderCall call);

    /** Must not fail, whatever was sent. */
    Subject subject(ProviderCall call);

    /**
     * The provider's own way to say that it is not there (503), has had enough (429) or does not
     * read such a body (415).
     */
    ProviderAnswer trouble(int status);

    /** Ids that tell nothing, unless the provider's do. */
    default TimeAndIds.Ids ids() {
        return TimeAndIds.Ids.RANDOM;
    }

    /** The webhook that tells of it, or null where this provider tells nothing. */
    @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening, long now);

    /** The headers that prove where the webhook comes from, for a try at this time. */
    Map<String, String> sign(Webhook webhook, long now);

    /** Where the customer goes from the page, or null to stay there. */
    @Nullable String returnUrl(SimulatedPayment payment, Authorizing.Choice choice);

    /** An address with something more in its query. */
    static String extended(String url, String query) {
        return url + (url.indexOf('?') < 0 ? '?' : '&') + query;
    }
}
