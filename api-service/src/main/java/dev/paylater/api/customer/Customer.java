package dev.paylater.api.customer;

import dev.paylater.api.json.Json;
import java.time.Instant;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.Version;
import org.springframework.data.mongodb.core.mapping.Document;
import tools.jackson.databind.node.ObjectNode;

/**
 * A customer of a merchant. What says who it is, name to metadata, is sealed at rest.
 *
 * @param id merchant and customer
 * @param address JSON text, so that it comes back as it was sent
 * @param metadata JSON text
 * @param createdBy the command that created it, which may be repeated
 */
@Document("customers")
record Customer(
        @Id String id,
        String merchantId,
        String customerId,
        @Nullable String name,
        @Nullable String email,
        @Nullable String phone,
        @Nullable String phoneCountryCode,
        @Nullable String description,
        @Nullable String address,
        @Nullable String metadata,
        @Nullable String defaultPaymentMethodId,
        Instant createdAt,
        String createdBy,
        @Version @Nullable Long version) {

    static String id(String merchantId, String customerId) {
        return merchantId + "/" + customerId;
    }

    static Customer blank(String merchantId, String customerId, String commandId, Instant now) {
        return new Customer(
                id(merchantId, customerId),
                merchantId,
                customerId,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                now,
                commandId,
                null);
    }

    /** With other texts in place of those that say who it is. */
    Customer withTexts(BinaryOperator<String> change) {
        return new Customer(
                id,
                merchantId,
                customerId,
                changed("name", name, change),
                changed("email", email, change),
                changed("phone", phone, change),
                changed("phone_country_code", phoneCountryCode, change),
                changed("description", description, change),
                changed("address", address, change),
                changed("metadata", metadata, change),
                defaultPaymentMethodId,
                createdAt,
                createdBy,
                version);
    }

    private static @Nullable String changed(
            String field, @Nullable String text, BinaryOperator<String> change) {
        return text == null ? null : change.apply(field, text);
    }

    /** With what a body gives. */
    Customer with(ObjectNode fields) {
        return new Customer(
                id,
                merchantId,
                customerId,
                text(fields, "name", name),
                text(fields, "email", email),
                text(fields, "phone", phone),
                text(fields, "phone_country_code", phoneCountryCode),
                text(fields, "description", description),
                object(fields, "address", address),
                object(fields, "metadata", metadata),
                defaultPaymentMethodId,
                createdAt,
                createdBy,
                version);
    }

    Customer preferring(String paymentMethodId) {
        return new Customer(
                id,
                merchantId,
                customerId,
                name,
                email,
                phone,
                phoneCountryCode,
                description,
                address,
                metadata,
                paymentMethodId,
                createdAt,
                createdBy,
                version);
    }

    private static @Nullable String text(ObjectNode fields, String name, @Nullable String known) {
        var value = fields.path(name);
        return value.isString() ? value.stringValue() : known;
    }

    private static @Nullable String object(ObjectNode fields, String name, @Nullable String known) {
        var value = fields.path(name);
        return value.isObject() ? Json.text(value) : known;
    }
}
