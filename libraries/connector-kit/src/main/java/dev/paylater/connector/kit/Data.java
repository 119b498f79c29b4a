package dev.paylater.connector.kit;

import dev.paylater.provider.ProviderData;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Collects what a provider says beside its result. */
public final class Data {

    private final Map<String, String> state = new HashMap<>();
    private @Nullable String transaction;
    private @Nullable String reference;
    private @Nullable String operation;
    private @Nullable String fraudScreening;
    private @Nullable String threeDs;
    private @Nullable String mandate;
    private @Nullable Boolean incrementalAllowed;
    private @Nullable Instant authorizedUntil;

    /** The provider's id of the payment. */
    public Data transaction(@Nullable String id) {
        transaction = id;
        return this;
    }

    /** What people look for in the provider's portal. */
    public Data reference(@Nullable String id) {
        reference = id;
        return this;
    }

    /** The provider's id of the capture, void or refund. */
    public Data operation(@Nullable String id) {
        operation = id;
        return this;
    }

    /** Kept for later operations of the attempt. */
    public Data keep(String name, @Nullable String value) {
        if (value != null) {
            state.put(name, value);
        }
        return this;
    }

    public Data fraudScreening(JsonNode message) {
        fraudScreening = message.toString();
        return this;
    }

    public Data threeDs(JsonNode answer) {
        threeDs = answer.toString();
        return this;
    }

    public Data mandate(@Nullable String id) {
        mandate = id;
        return this;
    }

    public Data incrementalAllowed() {
        incrementalAllowed = true;
        return this;
    }

    /** When the provider gives up by itself what is authorized and not captured. */
    public Data authorizedUntil(@Nullable Instant time) {
        authorizedUntil = time;
        return this;
    }

    public ProviderData build() {
        return new ProviderData(
                transaction,
                reference,
                operation,
                state,
                null,
                fraudScreening,
                threeDs,
                mandate,
                incrementalAllowed,
                authorizedUntil);
    }
}
