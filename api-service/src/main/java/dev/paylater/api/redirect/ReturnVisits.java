package dev.paylater.api.redirect;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.schemas.Topic;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;

/**
 * How often a return may have the provider asked about one payment. Whoever has the address can
 * open it again and again; the inquiries would use up what the merchant's account may be asked.
 */
@Component
final class ReturnVisits {

    private static final int MOST = 5;
    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int REMEMBERED_PAYMENTS = 100_000;

    private final Cache<String, AtomicInteger> visits =
            Caffeine.newBuilder().expireAfterWrite(WINDOW).maximumSize(REMEMBERED_PAYMENTS).build();

    /** Whether this visit is one of those that may. */
    boolean mayAsk(PaymentDocument payment) {
        var key = Topic.key(payment.merchantId(), payment.paymentId());
        return visits.get(key, _ -> new AtomicInteger()).incrementAndGet() <= MOST;
    }
}
