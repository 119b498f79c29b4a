package dev.paylater.api.admin;

import dev.paylater.api.admin.StoredResources.Change;
import dev.paylater.api.document.Values;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.AddressRange;
import dev.paylater.api.key.ApiKey;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.KeyLimits;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Keys as requests and answers have them. */
final class KeyFields {

    static final String ID_PREFIX = "key_";

    private static final long DEFAULT_OVERLAP_SECONDS = 86_400;
    private static final String EXPIRES_AT = "expires_at";
    private static final String SCOPES = "scopes";
    private static final String STRICT = "strict";
    private static final String ADDRESSES = "allowed_addresses";

    private KeyFields() {}

    /** A key that has ended before it is shown would only be noticed when it does not work. */
    static @Nullable Instant expiry(Call call, ObjectNode body) {
        var given = MerchantController.text(body, EXPIRES_AT);
        if (given == null) {
            return null;
        }
        var expiresAt = OffsetDateTime.parse(given).toInstant();
        if (!expiresAt.isAfter(call.issuedAt())) {
            throw ApiException.of(Problem.malformed(EXPIRES_AT, "must be in the future"));
        }
        return expiresAt;
    }

    static Duration overlap(ObjectNode body) {
        return Duration.ofSeconds(body.path("overlap_seconds").longValue(DEFAULT_OVERLAP_SECONDS));
    }

    /** Nothing when the key is not limited. */
    static @Nullable KeyLimits limits(ObjectNode body, KeyKind kind) {
        var scopes = texts(body, SCOPES);
        var addresses = texts(body, ADDRESSES);
        var role = kind == KeyKind.ADMIN ? MerchantController.text(body, "role") : null;
        if (scopes != null && kind != KeyKind.SECRET) {
            throw ApiException.of(Problem.inconsistent(SCOPES, "only secret keys have scopes"));
        }
        if (addresses != null) {
            requireRanges(addresses);
        }
        var strict = body.path(STRICT).booleanValue(false) ? Boolean.TRUE : null;
        return scopes == null && addresses == null && role == null && strict == null
                ? null
                : new KeyLimits(scopes, addresses, role, strict);
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

    static Answer showAll(List<ApiKey> keys) {
        return StoredResources.showAll(keys, ApiKey::keyId, KeyFields::writeWithoutText);
    }

    static Answer showOnce(Call call, IssuedKeys.Issued issued) {
        audit(call, issued.change());
        return StoredResources.show(
                issued.change().after(), (key, json) -> write(key, issued.text(), json));
    }

    static Answer change(Call call, Change<ApiKey> change) {
        audit(call, change);
        return StoredResources.show(change.after(), KeyFields::writeWithoutText);
    }

    /** Notes a change of a key and the reason that was given in the console for the audit log. */
    static void audit(Call call, Change<ApiKey> change, String reason) {
        var key = change.after();
        StoredResources.audit(
                call, key.merchantId(), key.keyId(), change, KeyFields::writeWithoutText, reason);
    }

    private static void audit(Call call, Change<ApiKey> change) {
        var key = change.after();
        StoredResources.audit(
                call, key.merchantId(), key.keyId(), change, KeyFields::writeWithoutText);
    }

    private static void writeWithoutText(ApiKey key, JsonGenerator json) {
        write(key, null, json);
    }

    private static void write(ApiKey key, @Nullable String text, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("key_id", key.keyId());
        json.writeName("merchant_id");
        Values.text(key.merchantId(), json);
        json.writeStringProperty("kind", key.kind().wireName());
        json.writeName("name");
        Values.text(key.name(), json);
        json.writeStringProperty("prefix", key.prefix());
        json.writeName("created_at");
        Values.time(key.createdAt(), json);
        json.writeName(EXPIRES_AT);
        Values.time(key.expiresAt(), json);
        json.writeName("revoked_at");
        Values.time(key.revokedAt(), json);
        json.writeName("successor_id");
        Values.text(key.successorId(), json);
        var role = key.role();
        json.writeName("role");
        Values.text(role == null ? null : role.wireName(), json);
        var limits = key.limits();
        write(SCOPES, limits == null ? null : limits.scopes(), json);
        write(ADDRESSES, limits == null ? null : limits.allowedAddresses(), json);
        json.writeBooleanProperty(STRICT, key.isStrict());
        json.writeName("api_key");
        Values.text(text, json);
        json.writeEndObject();
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
