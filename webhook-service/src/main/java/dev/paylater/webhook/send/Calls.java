package dev.paylater.webhook.send;

import dev.paylater.webhook.delivery.Delivery;
import dev.paylater.webhook.delivery.DeliveryAttempt;
import dev.paylater.webhook.endpoint.Endpoint;

/** The way to an endpoint: HTTP in production, memory in tests. */
interface Calls {

    /** Sends a body once; whatever happens is an attempt. */
    DeliveryAttempt send(Endpoint endpoint, Delivery delivery, byte[] body);
}
