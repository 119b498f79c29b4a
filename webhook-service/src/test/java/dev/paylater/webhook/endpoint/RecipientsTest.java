package dev.paylater.webhook.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.schemas.EventType;
import dev.paylater.webhook.event.PublicEvent;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecipientsTest {

    private static final Instant MADE = Instant.parse("2026-11-10T10:00:00Z");
    private static final Instant LATER = MADE.plusSeconds(1);

    private final Recipients recipients =
            new Recipients(
                    List.of(
                            endpoint("we_all", "m_1", null, "*"),
                            endpoint("we_payments", "m_1", null, "payment.*"),
                            endpoint("we_profile", "m_1", "pro_1", "payment.failed"),
                            endpoint("we_refunds", "m_2", null, "refund.*")));

    private static Endpoint endpoint(
            String id, String merchantId, @Nullable String profileId, String filter) {
        return new Endpoint(
                id,
                merchantId,
                profileId,
                URI.create("https://shop.example/"),
                List.of(filter),
                true,
                false,
                false,
                "2026-11-01",
                List.of(),
                MADE,
                null);
    }

    private List<String> of(String merchantId, String profileId, EventType type, Instant at) {
        var event =
                new PublicEvent(
                        "evt_1", type, merchantId, profileId, "source", 1, 0, at, Map.of(), "{}");
        var ids = recipients.of(event).map(Endpoint::id).toList();
        assertThat(recipients.wants(type, merchantId, profileId, at))
                .as("an event is made exactly when somebody gets it")
                .isEqualTo(!ids.isEmpty());
        return ids;
    }

    @Test
    void an_event_is_for_the_endpoints_of_its_merchant_and_profile_that_take_its_type() {
        assertThat(of("m_1", "pro_1", EventType.PAYMENT_FAILED, LATER))
                .containsExactly("we_all", "we_payments", "we_profile");
        assertThat(of("m_1", "pro_2", EventType.PAYMENT_FAILED, LATER))
                .containsExactly("we_all", "we_payments");
        assertThat(of("m_1", "pro_1", EventType.REFUND_FAILED, LATER)).containsExactly("we_all");
        assertThat(of("m_2", "pro_1", EventType.REFUND_FAILED, LATER))
                .containsExactly("we_refunds");
    }

    @Test
    void an_event_that_no_endpoint_takes_is_for_nobody() {
        assertThat(of("m_2", "pro_1", EventType.PAYMENT_FAILED, LATER)).isEmpty();
        assertThat(of("m_3", "pro_1", EventType.PAYMENT_FAILED, LATER)).isEmpty();
    }

    @Test
    void what_happened_before_an_endpoint_was_made_is_not_for_it_unless_clocks_may_differ() {
        assertThat(of("m_2", "pro_1", EventType.REFUND_FAILED, MADE.minus(Duration.ofMinutes(2))))
                .isEmpty();
        assertThat(of("m_2", "pro_1", EventType.REFUND_FAILED, MADE.minusSeconds(30)))
                .containsExactly("we_refunds");
    }
}
