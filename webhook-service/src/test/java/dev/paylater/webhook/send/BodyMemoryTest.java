package dev.paylater.webhook.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** A pool keeps the buffers of all bodies that were ever written at once, with what was in them. */
class BodyMemoryTest {

    @Test
    void no_buffer_of_a_body_is_kept_for_the_next() {
        var pool = WebhookBody.JSON.tokenStreamFactory()._getRecyclerPool();
        var before = pool.acquireAndLinkPooled();
        before.releaseToPool();
        WebhookBody.JSON.writeValueAsBytes(Map.of("email", "ada@mail.test"));

        assertThat(pool.acquireAndLinkPooled()).isNotSameAs(before);
        assertThat(pool.pooledCount()).isLessThanOrEqualTo(0);
    }
}
