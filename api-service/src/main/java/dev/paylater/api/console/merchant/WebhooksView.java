package dev.paylater.api.console.merchant;

import dev.paylater.api.console.ListView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A merchant's webhook endpoints, and what was sent to the one that was opened.
 *
 * @param secret of the endpoint that was just made or given a new one; null: nothing is shown
 * @param opened null: none was opened
 */
public record WebhooksView(
        List<Endpoint> endpoints, @Nullable String secret, @Nullable Opened opened) {

    /** An endpoint as it is listed. */
    public record Endpoint(
            String address,
            String url,
            String events,
            String payload,
            String state,
            String colour) {}

    /**
     * One endpoint with its newest deliveries.
     *
     * @param enabled whether it is called
     * @param statuses that the list can be narrowed by
     */
    public record Opened(
            String address,
            String url,
            boolean enabled,
            List<ListView.Choice> statuses,
            List<Delivery> deliveries) {}

    /** A webhook that was sent, or is to be. */
    public record Delivery(
            String id,
            String type,
            @Nullable String payment,
            String paymentId,
            String status,
            String colour,
            List<String> attempts) {}
}
