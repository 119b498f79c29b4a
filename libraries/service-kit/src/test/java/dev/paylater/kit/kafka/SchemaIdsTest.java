package dev.paylater.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.messaging.AvroCodec;
import dev.paylater.schemas.Topic;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a service asks the registry for before it is ready. */
final class SchemaIdsTest {

    private final MemoryRegistry registry = new MemoryRegistry();
    private final AvroCodec codec = AvroCodec.of(registry);

    @Test
    void the_ids_of_all_that_a_service_sends_are_had_before_it_is_ready() {
        new SchemaIds(codec).ensure(Topic.WEBHOOK);

        assertThat(registry.bySubject)
                .containsOnlyKeys("payments.state-dev.paylater.schemas.PaymentState");
    }

    @Test
    void a_service_waits_for_a_registry_that_is_away_at_its_start() {
        registry.away = true;
        var ids = new SchemaIds(codec, Duration.ofHours(1), Duration.ofMillis(1));
        var ready = CompletableFuture.runAsync(() -> ids.ensure(Topic.REFUND));

        while (registry.asked < 3) {
            Thread.onSpinWait();
        }
        assertThat(ready).isNotDone();
        registry.away = false;

        ready.join();
        assertThat(registry.bySubject)
                .containsKey("refunds.events-dev.paylater.schemas.RefundEvent");
    }

    @Test
    void a_registry_that_stays_away_ends_the_start_with_what_to_do() {
        registry.away = true;

        assertThatThrownBy(
                        () ->
                                new SchemaIds(codec, Duration.ZERO, Duration.ofMillis(1))
                                        .ensure(Topic.REFUND))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("PAYLATER_REGISTRY_URL");
    }
}
