package dev.paylater.api.payment;

import dev.paylater.api.form.OpenApi;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.json.Json;
import dev.paylater.schemas.PaymentOptions;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Divides the fields of a create, update or confirm body into what the state machine looks into and
 * what is only carried, as JSON text under the interface's name. A field that the interface does
 * not have is left behind.
 */
@Component
final class PaymentFields {

    /** Used by this service itself and neither carried nor looked into. */
    private static final Set<String> CONSUMED =
            Set.of("merchant_id", "profile_id", "payment_id", "confirm", "client_secret");

    private static final Set<String> LOOKED_INTO =
            Set.of(
                    "amount",
                    "currency",
                    "shipping_cost",
                    "order_tax_amount",
                    "surcharge_details",
                    "amount_to_capture",
                    "capture_method",
                    "capture_on",
                    "authentication_type",
                    "payment_method",
                    "payment_method_type",
                    "payment_type",
                    "session_expiry",
                    "customer_id",
                    "connector",
                    "routing",
                    "setup_future_usage",
                    "off_session",
                    "mandate_id",
                    "request_external_three_ds_authentication",
                    "request_incremental_authorization");

    private final Sealing sealing;
    private final Set<String> carried;

    PaymentFields(OpenApi api, Sealing sealing) {
        this.sealing = sealing;
        this.carried =
                new HashSet<>(api.schema("PaymentFields").required("properties").propertyNames());
        carried.removeAll(CONSUMED);
        carried.removeAll(LOOKED_INTO);
    }

    Map<String, String> terms(ObjectNode body, String merchantId) {
        sealing.seal(body, merchantId);
        var terms = new HashMap<String, String>();
        for (var field : body.properties()) {
            if (carried.contains(field.getKey())) {
                terms.put(field.getKey(), Json.text(field.getValue()));
            }
        }
        return terms;
    }

    PaymentOptions options(ObjectNode body) {
        var surcharge = body.path("surcharge_details");
        return PaymentOptions.newBuilder()
                .setAmount(number(body, "amount"))
                .setCurrency(text(body, "currency"))
                .setShippingCost(number(body, "shipping_cost"))
                .setOrderTaxAmount(number(body, "order_tax_amount"))
                .setSurchargeAmount(number(surcharge, "surcharge_amount"))
                .setSurchargeTaxAmount(number(surcharge, "tax_amount"))
                .setAmountToCapture(number(body, "amount_to_capture"))
                .setCaptureMethod(text(body, "capture_method"))
                .setCaptureOn(time(body, "capture_on"))
                .setAuthenticationType(text(body, "authentication_type"))
                .setPaymentMethod(text(body, "payment_method"))
                .setPaymentMethodType(paymentMethodType(body))
                .setPaymentType(text(body, "payment_type"))
                .setSessionExpiry(sessionExpiry(body))
                .setCustomerId(customerId(body))
                .setCountry(country(body))
                .setConnector(connectors(body))
                .setRouting(body.has("routing") ? Json.text(body.get("routing")) : null)
                .setSetupFutureUsage(text(body, "setup_future_usage"))
                .setOffSession(flag(body, "off_session"))
                .setMandateId(mandateId(body))
                .setRequestExternalThreeDsAuthentication(
                        flag(body, "request_external_three_ds_authentication"))
                .setRequestIncrementalAuthorization(flag(body, "request_incremental_authorization"))
                .setUpdateMandateId(text(body.path("mandate_data"), "update_mandate_id"))
                .build();
    }

    static @Nullable String customerId(ObjectNode body) {
        var id = text(body.path("customer"), "id");
        return id == null ? text(body, "customer_id") : id;
    }

    /** The sub-type, or the one that the payment method's data is named after. */
    private static @Nullable String paymentMethodType(ObjectNode body) {
        var named = text(body, "payment_method_type");
        if (named != null) {
            return named;
        }
        var entries =
                body.path("payment_method_data")
                        .path("pay_later")
                        .propertyStream()
                        .map(Map.Entry::getKey)
                        .filter(name -> !name.endsWith("_sdk"))
                        .toList();
        return entries.size() == 1 ? entries.getFirst() : null;
    }

    private static @Nullable String country(ObjectNode body) {
        var billing = text(body.path("billing").path("address"), "country");
        return billing == null
                ? text(body.path("payment_method_data").path("billing").path("address"), "country")
                : billing;
    }

    private static @Nullable List<String> connectors(ObjectNode body) {
        var connectors =
                body.path("connector")
                        .valueStream()
                        .filter(JsonNode::isString)
                        .map(JsonNode::stringValue)
                        .toList();
        return connectors.isEmpty() ? null : connectors;
    }

    /** A mandate can be named by itself or as recurring details. */
    private static @Nullable String mandateId(ObjectNode body) {
        var named = text(body, "mandate_id");
        var recurring = body.path("recurring_details");
        if (named == null && "mandate_id".equals(text(recurring, "type"))) {
            return text(recurring, "data");
        }
        return named;
    }

    private static @Nullable Integer sessionExpiry(ObjectNode body) {
        var seconds = number(body, "session_expiry");
        return seconds == null ? null : Math.toIntExact(seconds);
    }

    static @Nullable Long number(JsonNode body, String name) {
        var value = body.get(name);
        return (value == null || value.isNull()) ? null : value.longValue();
    }

    static @Nullable String text(JsonNode body, String name) {
        var value = body.get(name);
        return (value != null && value.isString()) ? value.stringValue() : null;
    }

    static @Nullable Boolean flag(JsonNode body, String name) {
        var value = body.get(name);
        return (value == null || value.isNull()) ? null : value.booleanValue();
    }

    private static @Nullable Long time(JsonNode body, String name) {
        var value = text(body, name);
        return value == null ? null : OffsetDateTime.parse(value).toInstant().toEpochMilli();
    }
}
