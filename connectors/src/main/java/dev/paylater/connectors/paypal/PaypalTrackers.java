package dev.paylater.connectors.paypal;

import dev.paylater.connector.kit.Body;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.Json;
import dev.paylater.connector.kit.OrderLine;
import dev.paylater.connector.kit.Shipment;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Parcels of an order: one for each capture and tracking number, which make its id. */
final class PaypalTrackers {

    static final String TRACKERS = "/purchase_units/0/shipping/trackers";

    /** What the id of a capture that PayPal has made itself is kept under. */
    static final String CAPTURE = "capture";

    private static final int LONGEST = 64;
    private static final int LONGEST_TEXT = 127;
    private static final String OTHER = "OTHER";

    /** Of PayPal's thousand carriers those that people call by one name. */
    private static final Set<String> CARRIERS =
            Set.of(
                    "ARAMEX",
                    "DHL",
                    "DPD",
                    "FEDEX",
                    "GLS",
                    "HERMES",
                    "ROYAL_MAIL",
                    "TNT",
                    "UPS",
                    "USPS",
                    "YODEL");

    private PaypalTrackers() {}

    static Body body(Context context) {
        var shipment = Shipment.of(context);
        var carrier = shipment.carrier().toUpperCase(Locale.ROOT).replace(' ', '_');
        var body =
                Body.of()
                        .put("capture_id", captureId(context, context.kept(CAPTURE)))
                        .put("tracking_number", shipment.numberWithin(LONGEST, "PayPal"));
        if (CARRIERS.contains(carrier)) {
            body.put("carrier", carrier);
        } else {
            body.put("carrier", OTHER).put("carrier_name_other", shipment.carrier(), LONGEST);
        }
        var items = context.namedLines().stream().filter(line -> !line.isDiscount()).toList();
        return items.isEmpty()
                ? body
                : body.put("items", items.stream().map(PaypalTrackers::item).toList());
    }

    private static Body item(OrderLine line) {
        return Body.of()
                .put("name", line.name(), LONGEST_TEXT)
                .put("quantity", String.valueOf(line.quantity()))
                .put("sku", line.productId(), LONGEST_TEXT);
    }

    /** A tracker is named after its capture and its number. */
    static boolean isKnown(JsonNode order, Context context) {
        var number = Shipment.of(context).number();
        var capture = captureId(context, Json.text(order, PaypalOrders.CAPTURES + "/0/id"));
        var id = number == null ? capture : capture + "-" + number;
        for (var tracker : order.at(TRACKERS)) {
            if (id != null && id.equals(Json.text(tracker, "/id"))) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable String captureId(Context context, @Nullable String onlyOne) {
        return context.captureId() == null ? onlyOne : context.captureId();
    }
}
