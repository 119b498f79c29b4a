package dev.paylater.connector.kafka;

import dev.paylater.connector.kit.Context.Links;
import dev.paylater.schemas.ConnectorRequest;

/** The addresses under which customers and providers reach paylater from outside. */
record Addresses(String publicUrl) {

    Addresses {
        publicUrl =
                publicUrl.endsWith("/")
                        ? publicUrl.substring(0, publicUrl.length() - 1)
                        : publicUrl;
    }

    Links linksOf(ConnectorRequest request) {
        return new Links(
                "%s/payments/%s/%s/redirect/response/%s"
                        .formatted(
                                publicUrl,
                                request.getPaymentId(),
                                request.getMerchantId(),
                                request.getConnector()),
                "%s/webhooks/%s/%s"
                        .formatted(publicUrl, request.getMerchantId(), request.getConnector()));
    }
}
