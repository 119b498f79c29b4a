package dev.paylater.api.http;

import dev.paylater.api.http.RateLimit.Rate;
import dev.paylater.api.key.ApiKey;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.settings.MerchantLimitSettings;
import java.util.function.LongSupplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * How often all keys of a merchant together may call this instance. When a merchant nears its rate,
 * what can wait is refused first: reads before what begins something new, and that before confirms,
 * captures and whatever else a payment is waiting for.
 */
@Component
final class MerchantLimits {

    private static final int BURST_SECONDS = 2;

    private final MerchantLimitSettings settings;
    private final RateLimit limit;

    /** How much of a merchant's burst a request may use up. */
    enum Urgency {
        READ(0.5),
        CREATE(0.75),
        CONTINUE(1);

        private final double share;

        Urgency(double share) {
            this.share = share;
        }
    }

    @Autowired
    MerchantLimits(MerchantLimitSettings settings) {
        this(settings, System::nanoTime);
    }

    MerchantLimits(MerchantLimitSettings settings, LongSupplier nanoTime) {
        this.settings = settings;
        this.limit =
                new RateLimit(
                        "merchant",
                        settings.requestsPerSecond(),
                        settings.requestsPerSecond() * BURST_SECONDS,
                        nanoTime);
    }

    /** Counts a request, and refuses one too many with 429; administrators have no such limit. */
    void pass(ApiKey key, Urgency urgency) {
        var merchantId = key.merchantId();
        if (merchantId == null) {
            return;
        }
        var perSecond = settings.of(merchantId);
        var burst = (int) Math.ceil(perSecond * BURST_SECONDS * urgency.share);
        // Everybody has the publishable key: whoever floods with it stops no server of the shop.
        var who = key.kind() == KeyKind.PUBLISHABLE ? " browsers" : " servers";
        limit.pass(merchantId + who, Rate.of(perSecond, burst));
    }

    /**
     * What a request is, by its method and path.
     *
     * @param continues whether its path names something that there is already
     */
    static Urgency urgency(String method, String path, boolean continues) {
        if (method.equals("GET") || path.endsWith("/list")) {
            return Urgency.READ;
        }
        return continues ? Urgency.CONTINUE : Urgency.CREATE;
    }
}
