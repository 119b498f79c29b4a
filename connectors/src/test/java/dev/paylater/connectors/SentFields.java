package dev.paylater.connectors;

import static java.util.Map.entry;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.InvalidRequest;
import dev.paylater.connector.kit.Operation;
import dev.paylater.connector.kit.Step;
import dev.paylater.schemas.PaymentOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which fields of a payment change what a provider is sent: every exchange of the connector is run
 * with the field and without it, and the calls are compared.
 */
final class SentFields {

    private static final String LINE =
            """
            {"product_name": "Rotor", "quantity": 1, "amount": 700,
             "product_id": "r-1", "total_tax_amount": 112}\
            """;

    /** One of each field that a connector may look into, as the interface has it. */
    private static final Map<String, String> PAYMENT =
            Map.ofEntries(
                    entry(
                            "billing",
                            """
                            {"address": {"first_name": "Grace", "last_name": "Hopper",
                              "line1": "Navy Yard 9", "zip": "22201", "city": "Arlington",
                              "country": "US"}, "email": "grace@example.com",
                             "phone": {"number": "9174477123", "country_code": "+1"}}\
                            """),
                    entry(
                            "shipping",
                            """
                            {"address": {"first_name": "Alan", "last_name": "Turing",
                              "line1": "Hut 8", "zip": "MK3 6EB", "city": "Bletchley",
                              "country": "GB"}}\
                            """),
                    entry("email", "\"alan@example.com\""),
                    entry("phone", "\"+19174477199\""),
                    entry("name", "\"Alan Turing\""),
                    entry("birth_date", "\"1912-06-23\""),
                    entry("ssn", "\"123-45-6789\""),
                    entry("gender", "\"male\""),
                    entry(
                            "customer",
                            """
                            {"id": "cus_9", "name": "Alan Turing", "email": "at@example.com",
                             "phone": "2079460018", "phone_country_code": "44"}\
                            """),
                    entry("description", "\"A machine\""),
                    entry("locale", "\"de-DE\""),
                    entry("browser_info", "{\"language\": \"de-DE\"}"),
                    entry("order_details", "[" + LINE + "]"),
                    entry(
                            "metadata",
                            """
                            {"buyer_type": "company", "company_name": "Turing Ltd",
                             "registration_id": "HRB 77", "legal_form": "10001"}\
                            """),
                    entry("merchant_order_reference_id", "\"order-7\""),
                    entry("payment_experience", "\"redirect_to_url\""),
                    entry("statement_descriptor_name", "\"LAMPS\""),
                    entry("statement_descriptor_suffix", "\"NO 7\""),
                    entry(
                            "customer_history",
                            """
                            {"since": "2024-05-06T07:08:09Z", "first_order": "2024-06-07T08:09:10Z",
                             "paid_orders": 3}\
                            """),
                    entry("retry_action", "\"requeue\""),
                    entry("connector_metadata", "{\"hint\": 1}"),
                    entry("frm_metadata", "{\"risk\": \"low\"}"),
                    entry("feature_metadata", "{\"redirect_response\": {\"param\": \"p\"}}"),
                    entry("split_payments", "{\"fees\": 1}"),
                    entry("skip_external_tax_calculation", "true"),
                    entry("psd2_sca_exemption_type", "\"low_value\""),
                    entry("ctp_service_details", "{\"id\": \"c\"}"),
                    entry("customer_acceptance", "{\"acceptance_type\": \"online\"}"),
                    entry("business_sub_label", "\"floor\""));

    /** For providers that do not speak German, or not in this country. */
    private static final Map<String, List<String>> OTHERWISE =
            Map.of(
                    "locale",
                    List.of("\"ar-SA\"", "\"en_GB\""),
                    "browser_info",
                    List.of("{\"language\": \"ar-SA\"}", "{\"language\": \"en-GB\"}"));

    private static final Map<String, Object> OPTIONS =
            Map.of("shipping_cost", 490L, "order_tax_amount", 130L, "surcharge_amount", 70L);

    private static final Map<String, String> PARTS =
            Map.ofEntries(
                    entry("carrier", "\"Pigeon Post\""),
                    entry("tracking_number", "\"T-77\""),
                    entry("tracking_url", "\"https://pigeons.example/t/77\""),
                    entry(
                            "order_details",
                            """
                            [{"product_name": "Rotor", "quantity": 1, "amount": 700,
                              "product_id": "r-1", "total_tax_amount": 112}]\
                            """),
                    entry("metadata", "{\"parcel\": \"7\"}"),
                    entry("statement_descriptor_suffix", "\"NO 7\""),
                    entry("statement_descriptor_prefix", "\"LAMPS\""),
                    entry("capture_type", "\"direct\""),
                    entry(
                            "capture_metadata",
                            """
                            {"invoice_data": {"invoice_date": "2026-01-01", "due_date": "2026-02-01",
                              "delivery_date": "2026-01-02", "merchant_invoice_ref": "I-1",
                              "merchant_buyer_ref": "B-1",
                              "invoice_url": "https://shop.example/i-1"}}\
                            """));

    private final Connector connector;
    private final JsonNode file;

    SentFields(Connector connector, JsonNode file) {
        this.connector = connector;
        this.file = file;
    }

    /** Whether a field of a create, update or confirm body changes a call. */
    boolean ofPayment(String field) {
        return exchanges()
                .flatMap(exchange -> Stream.concat(Stream.of(exchange), incomplete(exchange)))
                .anyMatch(
                        exchange ->
                                changes(exchange, field, PAYMENT.get(field))
                                        || OTHERWISE.getOrDefault(field, List.of()).stream()
                                                .anyMatch(
                                                        other -> changes(exchange, field, other)));
    }

    /** Whether a member of a line of an order changes a call, all else of the line being equal. */
    boolean ofLine(String member, String value) {
        var more = LINE.replace("}", ", \"%s\": %s}".formatted(member, value));
        return exchanges()
                .anyMatch(
                        exchange ->
                                !calls(ordering(exchange, more), Map.of())
                                        .equals(calls(ordering(exchange, LINE), Map.of())));
    }

    private JsonNode ordering(JsonNode exchange, String line) {
        return given(exchange, "terms", "order_details", "[" + line + "]");
    }

    private boolean changes(JsonNode exchange, String field, @Nullable String value) {
        var with = given(exchange, "terms", field, value);
        var without = given(exchange, "terms", field, null);
        return !calls(with, options(field, OPTIONS.get(field))).equals(calls(without, Map.of()));
    }

    /** Whether a field of a capture's body changes a call. */
    boolean ofCapture(String field) {
        return ofOperation(Operation.CAPTURE, field);
    }

    /** Whether a field of a refund's body changes a call. */
    boolean ofRefund(String field) {
        return ofOperation(Operation.REFUND, field);
    }

    /** Whether a field of a shipment's body changes a call. */
    boolean ofShipment(String field) {
        return ofOperation(Operation.SHIP, field);
    }

    private boolean ofOperation(Operation operation, String field) {
        return exchanges()
                .filter(exchange -> Exchanges.operation(exchange) == operation)
                .anyMatch(
                        exchange ->
                                !calls(
                                                given(exchange, "details", field, PARTS.get(field)),
                                                Map.of())
                                        .equals(
                                                calls(
                                                        given(exchange, "details", field, null),
                                                        Map.of())));
    }

    private Stream<JsonNode> exchanges() {
        return StreamSupport.stream(file.path("exchanges").spliterator(), false);
    }

    /** The exchange with the field as given, or without it. */
    private JsonNode given(JsonNode exchange, String where, String field, @Nullable String json) {
        var copy = (ObjectNode) exchange.deepCopy();
        var context = child(copy, "context");
        if (!context.has(where)) {
            context.set(where, file.path("context").path(where).deepCopy());
        }
        var fields = child(context, where);
        if (json == null) {
            fields.remove(field);
        } else {
            fields.set(field, Exchanges.JSON.readTree(json));
        }
        return copy;
    }

    /** Billing addresses that lack what other fields can stand for. */
    private Stream<JsonNode> incomplete(JsonNode exchange) {
        return Stream.of(
                lacking(exchange, "/billing", "email"),
                lacking(exchange, "/billing", "phone"),
                lacking(exchange, "/billing/address", "first_name", "last_name"));
    }

    private JsonNode lacking(JsonNode exchange, String where, String... fields) {
        var copy = given(exchange, "terms", "none", null);
        if (copy.at("/context/terms" + where) instanceof ObjectNode object) {
            object.remove(List.of(fields));
        }
        return copy;
    }

    private static ObjectNode child(ObjectNode parent, String name) {
        return parent.path(name) instanceof ObjectNode child ? child : parent.putObject(name);
    }

    private static Map<String, Object> options(String field, @Nullable Object value) {
        return value == null ? Map.of() : Map.of(field, value);
    }

    private List<Object> calls(JsonNode exchange, Map<String, Object> options) {
        var calls = new ArrayList<Object>();
        try {
            var step = begin(exchange, options);
            for (var expected : exchange.path("calls")) {
                if (!(step instanceof Step.Call call)) {
                    break;
                }
                calls.add(Exchanges.written(call.call(), call.call().headers().keySet()));
                step = Exchanges.answered(call, expected.path("answer"));
            }
            calls.add(step instanceof Step.Done(var result) ? Exchanges.written(result) : "more");
        } catch (InvalidRequest e) {
            calls.add(String.valueOf(e.getMessage()));
        }
        return calls;
    }

    private Step begin(JsonNode exchange, Map<String, Object> options) {
        var context = with(Exchanges.context(connector.name(), file, exchange), options);
        return exchange.path("inquiry").asBoolean(false)
                ? connector.inquire(context)
                : connector.perform(context, exchange.path("retry").asBoolean(false));
    }

    private static Context with(Context context, Map<String, Object> options) {
        var more = PaymentOptions.newBuilder(context.options()).setCustomerId("cus_9").build();
        options.forEach(more::put);
        return context.withOptions(more);
    }
}
