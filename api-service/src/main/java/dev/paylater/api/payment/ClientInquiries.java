package dev.paylater.api.payment;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.schemas.Topic;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * How often a customer's browser may have the provider asked about one payment, by force_sync or by
 * coming back. Whoever has the address or the client_secret can do it again and again: the
 * inquiries would use up what the merchant's account may be asked, and their entries the payment's
 * history.
 */
@Component
public final class ClientInquiries {

    private static final Set<String> OPEN = Set.of("requires_customer_action", "processing");
    private static final int MAX_IN_A_WINDOW = 5;
    private static final int MOST = 50;
    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int REMEMBERED_PAYMENTS = 100_000;

    /**
     * The inquiries of one payment.
     *
     * @param began the minute that is counted in
     */
    private record Count(Instant began, int inWindow, int inAll) {

        /** One that is refused uses nothing up. */
        Count more(Instant now) {
            var isSame = now.isBefore(began.plus(WINDOW));
            var used = isSame ? inWindow : 0;
            return used < MAX_IN_A_WINDOW
                    ? new Count(isSame ? began : now, used + 1, inAll + 1)
                    : new Count(began, MAX_IN_A_WINDOW + 1, inAll);
        }
    }

    private final Clock clock;
    private final Cache<String, Count> counts =
            Caffeine.newBuilder()
                    .expireAfterAccess(Duration.ofDays(1))
                    .maximumSize(REMEMBERED_PAYMENTS)
                    .build();

    ClientInquiries(Clock clock) {
        this.clock = clock;
    }

    /** Whether the provider has something to say of the payment, and may be asked once more. */
    public boolean mayAsk(PaymentDocument payment) {
        return OPEN.contains(payment.status())
                && mayAsk(Topic.key(payment.merchantId(), payment.paymentId()));
    }

    boolean mayAsk(String payment) {
        var now = clock.instant();
        var count =
                counts.asMap()
                        .compute(
                                payment,
                                (_, known) ->
                                        known == null ? new Count(now, 1, 1) : known.more(now));
        return count.inWindow() <= MAX_IN_A_WINDOW && count.inAll() <= MOST;
    }
}
