package dev.paylater.api.upstream;

import dev.paylater.api.settings.ServiceUrls;
import dev.paylater.kit.security.Audience;

/**
 * A service that requests are passed on to.
 *
 * @param audience whom tokens for it are for
 * @param url where it is
 */
public record Peer(Audience audience, String url) {

    public static Peer connector(ServiceUrls addresses) {
        return new Peer(Audience.CONNECTOR, addresses.connectorUrl());
    }
}
