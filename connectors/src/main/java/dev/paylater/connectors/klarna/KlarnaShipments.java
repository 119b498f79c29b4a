package dev.paylater.connectors.klarna;

import dev.paylater.connector.kit.Body;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.Shipment;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The shipping info of a capture: appended to what Klarna has, and shown with the capture. */
final class KlarnaShipments {

    private static final int LONGEST = 100;

    private static final String COMPANY = "shipping_company";
    private static final String NUMBER = "tracking_number";

    private KlarnaShipments() {}

    static Body body(Context context) {
        var shipment = Shipment.of(context);
        return Body.of()
                .put(
                        "shipping_info",
                        List.of(
                                Body.of()
                                        .put(COMPANY, shipment.carrier(), LONGEST)
                                        .put(NUMBER, shipment.numberWithin(LONGEST, "Klarna"))
                                        .put("tracking_uri", shipment.link())));
    }

    /** Klarna gives a shipment no id: the one with its carrier and number is ours. */
    static boolean isKnown(JsonNode order, Context context) {
        var shipment = Shipment.of(context);
        for (var capture : order.path("captures")) {
            for (var known : capture.path("shipping_info")) {
                if (shipment.isShownAs(known, "/" + COMPANY, "/" + NUMBER)) {
                    return true;
                }
            }
        }
        return false;
    }
}
