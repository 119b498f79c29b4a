package dev.paylater.connector.kit;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Goods that the merchant has handed to a carrier.
 *
 * @param link where the customer can follow them
 */
public record Shipment(String carrier, @Nullable String number, @Nullable String link) {

    /**
     * The one that an operation tells of.
     *
     * @throws InvalidRequest when it has no carrier
     */
    public static Shipment of(Context context) {
        var details = context.details();
        var carrier = details.text("carrier");
        if (carrier == null) {
            throw new InvalidRequest("A shipment has a carrier.");
        }
        return new Shipment(carrier, details.text("tracking_number"), details.text("tracking_url"));
    }

    /**
     * Whether it is what a provider shows without an id of ours.
     *
     * @param shown with pointers to its carrier and its number
     */
    public boolean isShownAs(JsonNode shown, String carrierAt, String numberAt) {
        return carrier.equals(Json.text(shown, carrierAt))
                && Objects.equals(number, Json.text(shown, numberAt));
    }

    /**
     * The number, without which this provider takes no shipment.
     *
     * @throws InvalidRequest when the merchant did not give it
     */
    public String requiredNumber(String provider) {
        if (number == null) {
            throw new InvalidRequest(provider + " needs a tracking number.");
        }
        return number;
    }

    /**
     * The number, which is another parcel's once it is cut.
     *
     * @throws InvalidRequest when it is longer than the provider takes
     */
    public @Nullable String numberWithin(int longest, String provider) {
        if (number != null && number.length() > longest) {
            throw new InvalidRequest(
                    "%s takes at most %s characters of a tracking number."
                            .formatted(provider, longest));
        }
        return number;
    }
}
