package dev.paylater.connectors;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connectors.afterpay.Afterpay;
import dev.paylater.connectors.alma.Alma;
import dev.paylater.connectors.billie.Billie;
import dev.paylater.connectors.klarna.Klarna;
import dev.paylater.connectors.mondu.Mondu;
import dev.paylater.connectors.paypal.Paypal;
import dev.paylater.connectors.riverty.Riverty;
import dev.paylater.connectors.sandbox.Sandbox;
import dev.paylater.connectors.tamara.Tamara;
import dev.paylater.connectors.two.Two;
import java.util.List;

/** Every connector there is; a new provider is added here. */
public final class Connectors {

    private Connectors() {}

    public static List<Connector> all() {
        return List.of(
                Connector.of(new Sandbox()),
                Connector.of(new Klarna()),
                Connector.of(new Afterpay()),
                Connector.of(new Mondu()),
                Connector.of(new Billie()),
                Connector.of(new Tamara()),
                Connector.of(new Paypal()),
                Connector.of(new Alma()),
                Connector.of(new Riverty()),
                Connector.of(new Two()));
    }

    /**
     * The connector of that name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static Connector of(String name) {
        return all().stream()
                .filter(connector -> connector.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no connector " + name));
    }
}
