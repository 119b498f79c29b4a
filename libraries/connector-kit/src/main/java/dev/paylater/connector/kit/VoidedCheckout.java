package dev.paylater.connector.kit;

import dev.paylater.provider.Decline;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.UnifiedError;

/**
 * A checkout that the merchant voided while the customer had still to agree to it, at a provider
 * that cannot be told so: only our confirmation would make anything of it, and none follows.
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
}
