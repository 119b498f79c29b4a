package dev.paylater.simulation;

import java.util.List;
import java.util.Map;

/** What clients send who fill every call as far as the API lets them. */
final class LargeFields {

    /** Less than a body of the HTTP API may have. */
    static final int MAX_OF_MERCHANT = 480 * 1024;

    /** {@code ClientLimits.MAX_BYTES} in one call. */
    static final int MAX_OF_BROWSER = 64 * 1024 - 64;

    /** More than a capture or refund may carry. */
    static final int MAX_OF_DETAILS = 160 * 1024;

    /** Fifty keys of five hundred characters. */
    static final int MAX_OF_METADATA = 25_000;

    static final String METADATA = "metadata";

    private static final List<String> FIELDS =
            List.of(
                    "connector_metadata",
                    "ctp_service_details",
                    "feature_metadata",
                    "frm_metadata",
                    "split_payments",
                    METADATA);

    private LargeFields() {}

    /** One of the fields, with a JSON text of at most this many bytes. */
    static Map<String, String> any(Randomness chance, int mostBytes) {
        return Map.of(chance.pick(FIELDS), text(chance, mostBytes));
    }

    static String text(Randomness chance, int mostBytes) {
        var bytes = (int) chance.between(mostBytes * 3L / 4, mostBytes);
        return "{\"text\":\"" + "x".repeat(bytes - 11) + "\"}";
    }
}
