package dev.paylater.api.payment;

import dev.paylater.api.document.Mandate;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.form.DeclaredMembers;
import dev.paylater.api.form.OpenApi;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.EmailHashes;
import dev.paylater.options.CarriedMember;
import dev.paylater.options.CarriedOptions;
import dev.paylater.options.Kept;
import dev.paylater.options.PaymentOption;
import dev.paylater.options.Type;
import dev.paylater.schemas.PaymentOptions;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Divides the fields of a create, update or confirm body by the option table: into what the state
 * machine looks into, and what is only carried, as JSON text under the interface's name. A field
 * that the interface does not have is left behind.
 */
@Component
final class PaymentFields {

    static final String BODY = "PaymentFields";

    private static final String METADATA = PaymentOption.METADATA.fieldName();

    private static final List<PaymentOption> TYPED = kept(Kept.TYPED);
    static final List<String> CARRIED =
            kept(Kept.CARRIED).stream().map(PaymentOption::fieldName).toList();

    /** What the state machine is told of a field and what is cleared with it. */
    private static final Map<String, List<String>> DERIVED =
            Map.of(
                    "surcharge_details", List.of("surcharge_amount", "surcharge_tax_amount"),
                    "customer", List.of("customer_id"),
                    "billing", List.of("country"),
                    "recurring_details", List.of("mandate_id"),
                    "payment_token", List.of("mandate_id"),
                    "mandate_data", List.of("update_mandate_id"));

    private static final List<String> WITH_EMAIL = List.of("billing", "customer", "email");
    private static final List<String> MANDATE_BOUNDS =
            List.of("amount", "currency", "start_date", "end_date");

    private final DeclaredMembers declared;
    private final Sealing sealing;
    private final EmailHashes emailHashes;

    PaymentFields(OpenApi api, Sealing sealing, EmailHashes emailHashes) {
        this.declared = new DeclaredMembers(api, BODY);
        this.sealing = sealing;
        this.emailHashes = emailHashes;
    }

    private static List<PaymentOption> kept(Kept kept) {
        return Stream.of(PaymentOption.values())
                .filter(option -> option.isInPayment() && option.kept() == kept)
                .toList();
    }

    /** The carried fields of a new payment: a member of its metadata that is null is none. */
    Map<String, String> terms(ObjectNode body, String merchantId, String paymentId) {
        if (body.path(METADATA) instanceof ObjectNode metadata) {
            metadata.removeIf(JsonNode::isNull);
        }
        return carried(body, merchantId, paymentId);
    }

    private Map<String, String> carried(ObjectNode body, String merchantId, String paymentId) {
        declared.keepIn(body);
        if (body.path("mandate_data") instanceof ObjectNode mandate
                && !mandate.hasNonNull("mandate_type")) {
            mandate.putObject("mandate_type").putObject("multi_use");
        }
        var terms = sealing.carry(body, CARRIED, merchantId, paymentId);
        if (body.has("mandate_data")) {
            terms.put(
                    CarriedOptions.MANDATE_BOUNDS,
                    Json.text(mandateBounds(body.path("mandate_data"))));
        }
        var email = email(body);
        if (email != null) {
            terms.put(EmailHashes.FIELD, Json.text(emailHashes.of(merchantId, email)));
        }
        return terms;
    }

    /**
     * The carried fields of an update or a confirm. A field that is null is cleared; a member of
     * metadata that is null is removed, as one that is an empty text.
     */
    Map<String, String> changedTerms(
            ObjectNode body, Set<String> cleared, String merchantId, String paymentId) {
        if (body.path(METADATA) instanceof ObjectNode metadata) {
            for (var member : metadata.properties()) {
                if (member.getValue().isNull()) {
                    member.setValue(StringNode.valueOf(""));
                }
            }
        }
        var terms = new HashMap<>(carried(body, merchantId, paymentId));
        CARRIED.stream()
                .filter(cleared::contains)
                .forEach(name -> terms.put(name, CarriedOptions.CLEARED));
        for (var option : TYPED) {
            if (cleared.contains(option.fieldName())) {
                terms.put(option.fieldName(), CarriedOptions.CLEARED);
            }
        }
        DERIVED.forEach(
                (field, derived) -> {
                    if (cleared.contains(field)) {
                        derived.stream()
                                .filter(name -> !body.has(name))
                                .forEach(name -> terms.put(name, CarriedOptions.CLEARED));
                    }
                });
        for (var member : CarriedMember.values()) {
            if (cleared.contains(member.field()) || body.has(member.field())) {
                terms.putIfAbsent(member.carriedName(), CarriedOptions.CLEARED);
            }
        }
        if (cleared.contains("mandate_data")) {
            terms.put(CarriedOptions.MANDATE_BOUNDS, CarriedOptions.CLEARED);
        }
        if (WITH_EMAIL.stream().anyMatch(cleared::contains)) {
            terms.putIfAbsent(EmailHashes.FIELD, CarriedOptions.CLEARED);
        }
        return terms;
    }

    /** The customer's e-mail address, where several are given the one that providers get. */
    static @Nullable String email(ObjectNode body) {
        var billing = text(body.path("billing"), "email");
        var customer = billing == null ? text(body.path("customer"), "email") : billing;
        return customer == null ? text(body, "email") : customer;
    }

    /** What the orchestrator holds payments by mandate to; the rest of mandate_data is sealed. */
    private static ObjectNode mandateBounds(JsonNode mandateData) {
        var bounds = Json.emptyObject();
        var type = bounds.putObject("mandate_type");
        for (var use : mandateData.path("mandate_type").properties()) {
            if (use.getValue() instanceof ObjectNode given) {
                type.set(use.getKey(), given.deepCopy().retain(MANDATE_BOUNDS));
            }
        }
        return bounds;
    }

    PaymentOptions options(ObjectNode body) {
        var options = new PaymentOptions();
        for (var option : TYPED) {
            var value = body.get(option.fieldName());
            var field = options.getSchema().getField(option.fieldName());
            if (value != null && field != null) {
                options.put(field.pos(), read(option.type(), value));
            }
        }
        var surcharge = body.path("surcharge_details");
        return PaymentOptions.newBuilder(options)
                .setSurchargeAmount(number(surcharge, "surcharge_amount"))
                .setSurchargeTaxAmount(number(surcharge, "tax_amount"))
                .setPaymentMethodType(paymentMethodType(body))
                .setCustomerId(customerId(body))
                .setCountry(country(body))
                .setOffSession(offSession(body))
                .setMandateId(mandateIds(body).stream().findFirst().orElse(null))
                .setUpdateMandateId(text(body.path("mandate_data"), "update_mandate_id"))
                .build();
    }

    /** Of what is left of a client's body: nothing that follows from the merchant's own values. */
    PaymentOptions clientOptions(ClientFields.Reduced reduced, PaymentDocument payment) {
        var body = reduced.body();
        var options =
                PaymentOptions.newBuilder(options(body))
                        .setPaymentMethodType(text(body, "payment_method_type"))
                        .setClientFields(reduced.paths());
        if (!body.has("billing") && payment.term("billing") != null) {
            options.setCountry(null);
        }
        return options.build();
    }

    private static Object read(Type type, JsonNode value) {
        return switch (type) {
            case Type.Money _, Type.Whole _ -> value.longValue();
            case Type.Flag _ -> value.booleanValue();
            case Type.Seconds _ -> value.intValue();
            case Type.Time _ -> millis(value.stringValue());
            case Type.ListOf _ ->
                    value.valueStream()
                            .filter(JsonNode::isString)
                            .map(JsonNode::stringValue)
                            .toList();
            case Type.Text _, Type.Declared _, Type.Free _ ->
                    value.isString() ? value.stringValue() : Json.text(value);
        };
    }

    static @Nullable String customerId(ObjectNode body) {
        var id = text(body.path("customer"), "id");
        return id == null ? text(body, "customer_id") : id;
    }

    /** The sub-type, or the one that the payment method's data is named after. */
    static @Nullable String paymentMethodType(ObjectNode body) {
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

    /** Paying by a saved method is off session, as what the customer agreed to before. */
    private static @Nullable Boolean offSession(ObjectNode body) {
        var given = flag(body, PaymentOption.OFF_SESSION.fieldName());
        if (given == null && body.hasNonNull(PaymentOption.PAYMENT_TOKEN.fieldName())) {
            return Boolean.TRUE;
        }
        return given;
    }

    /**
     * The mandate that pays. It can be named by itself, it or its saved method as recurring
     * details, and its saved method as payment_token: several, where these contradict each other.
     */
    static Set<String> mandateIds(ObjectNode body) {
        var ids = new LinkedHashSet<String>();
        var named = text(body, "mandate_id");
        if (named != null) {
            ids.add(named);
        }
        var recurring = body.path("recurring_details");
        var data = text(recurring, "data");
        if (data != null) {
            switch (recurring.path("type").asString("")) {
                case "mandate_id" -> ids.add(data);
                case "payment_method_id" -> ids.add(Mandate.idOfMethod(data));
                default -> {
                    // Refused by PaymentValidation.
                }
            }
        }
        var token = text(body, PaymentOption.PAYMENT_TOKEN.fieldName());
        if (token != null) {
            ids.add(Mandate.idOfMethod(token));
        }
        return ids;
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

    static @Nullable Long time(JsonNode body, String name) {
        var value = text(body, name);
        return value == null ? null : millis(value);
    }

    private static long millis(String time) {
        return OffsetDateTime.parse(time).toInstant().toEpochMilli();
    }
}
