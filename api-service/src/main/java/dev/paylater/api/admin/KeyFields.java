package dev.paylater.api.admin;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.key.AddressRange;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.KeyLimits;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The limits of a key as requests and answers have them. */
final class KeyLimitFields {

    private static final String SCOPES = "scopes";
    private static final String ADDRESSES = "allowed_addresses";

    private KeyLimitFields() {}

    /** Nothing when the key is not limited. */
    static @Nullable KeyLimits read(ObjectNode body) {
        var scopes = texts(body, SCOPES);
        var addresses = texts(body, ADDRESSES);
        if (scopes != null && !KeyKind.SECRET.word().equals(body.path("kind").asString(""))) {
            throw ApiException.of(Problem.inconsistent(SCOPES, "only secret keys have scopes"));
        }
        if (addresses != null) {
            requireRanges(addresses);
        }
        return scopes == null && addresses == null ? null : new KeyLimits(scopes, addresses);
    }

    private static @Nullable List<String> texts(ObjectNode body, String name) {
        var value = body.path(name);
        return value.isArray()
                ? value.valueStream().map(JsonNode::stringValue).distinct().toList()
                : null;
    }

    private static void requireRanges(List<String> addresses) {
        for (var address : addresses) {
            try {
                AddressRange.of(address);
            } catch (IllegalArgumentException e) {
                throw ApiException.of(
                        Problem.malformed(
                                ADDRESSES,
                                address
                                        + " is no address or range such as 203.0.113.0/24: "
                                        + e.getMessage()));
            }
        }
    }

    static void write(@Nullable KeyLimits limits, JsonGenerator json) {
        write(SCOPES, limits == null ? null : limits.scopes(), json);
        write(ADDRESSES, limits == null ? null : limits.allowedAddresses(), json);
    }

    private static void write(String name, @Nullable List<String> texts, JsonGenerator json) {
        json.writeName(name);
        if (texts == null) {
            json.writeNull();
            return;
        }
        json.writeStartArray();
        texts.forEach(json::writeString);
        json.writeEndArray();
    }
}
