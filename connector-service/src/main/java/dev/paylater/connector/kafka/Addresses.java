package dev.paylater.connector.kafka;

import dev.paylater.connector.kit.Context.Links;
import dev.paylater.kit.security.CustomerAddresses;
import dev.paylater.schemas.ConnectorRequest;

/** The addresses under which customers and providers reach paylater from outside. */
record Addresses(CustomerAddresses ofCustomers) {

    Links linksOf(ConnectorRequest request) {
        return new Links(
                ofCustomers.wayBack(
                        request.getPaymentId(), request.getMerchantId(), request.getConnector()),
                ofCustomers.publicUrl()
                        + ("/webhooks/" + request.getMerchantId() + "/" + request.getConnector()));
    }
}
