package dev.paylater.connectors;

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
                    Map.entry(
                            "billing",
                            """
                            {"address": {"first_name": "Grace", "last_name": "Hopper",
                              "line1": "Navy Yard 9", "zip": "22201", "city": "Arlington",
                              "country": "US"}, "email": "grace@example.com",
                             "phone": {"number": "9174477123", "country_code": "+1"}}\
                            """),
                    Map.entry(
                            "shipping",
                            """
                            {"address": {"first_name": "Alan", "last_name": "Turing",
                              "line1": "Hut 8", "zip": "MK3 6EB", "city": "Bletchley",
                              "country": "GB"}}\
                            """),
                    Map.entry("email", "\"alan@example.com\""),
                    Map.entry("phone", "\"+19174477199\""),
                    Map.entry("name", "\"Alan Turing\""),
                    Map.entry("birth_date", "\"1912-06-23\""),
                    Map.entry("ssn", "\"123-45-6789\""),
                    Map.entry("gender", "\"male\""),
                    Map.entry(
                            "customer",
                            """
                            {"id": "cus_9", "name": "Alan Turing", "email": "at@example.com",
                             "phone": "2079460018", "phone_country_code": "44"}\
                            """),
                    Map.entry("description", "\"A machine\""),
                    Map.entry("locale", "\"de-DE\""),
                    Map.entry("browser_info", "{\"language\": \"de-DE\"}"),
                    Map.entry("order_details", "[" + LINE + "]"),
                    Map.entry(
                            "metadata",
                            """
                            {"buyer_type": "company", "company_name": "Turing Ltd",
                             "registration_id": "HRB 77", "legal_form": "10001"}\
                            """),
                    Map.entry("merchant_order_reference_id", "\"order-7\""),
                    Map.entry("payment_experience", "\"redirect_to_url\""),
                    Map.entry("statement_descriptor_name", "\"LAMPS\""),
                    Map.entry("statement_descriptor_suffix", "\"NO 7\""),
                    Map.entry("retry_action", "\"requeue\""),
                    Map.entry("connector_metadata", "{\"hint\": 1}"),
                    Map.entry("frm_metadata", "{\"risk\": \"low\"}"),
                    Map.entry("feature_metadata", "{\"redirect_response\": {\"param\": \"p\"}}"),
                    Map.entry("split_payments", "{\"fees\": 1}"),
                    Map.entry("skip_external_tax_calculation", "true"),
                    Map.entry("psd2_sca_exemption_type", "\"low_value\""),
                    Map.entry("ctp_service_details", "{\"id\": \"c\"}"),
                    Map.entry("customer_acceptance", "{\"acceptance_type\": \"online\"}"),
                    Map.entry("business_sub_label", "\"floor\""));

    /** For providers that do not speak German, or not in this country. */
    private static final Map<String, List<String>> OTHERWISE =
            Map.of(
                    "locale",
                    List.of("\"ar-SA\"", "\"en_GB\""),
                    "browser_info",
                    List.of("{\"language\": \"ar-SA\"}", "{\"language\": \"en-GB\"}"));

    private static final Map<String, Object> OPTIONS =
            Map.of("shipping_cost", 490L, "order_tax_amount", 130L, "surcharge_amount", 70L);

    private static final Map<String, String> CAPTURE =
            Map.of(
                    "order_details",
                    """
                    [{"product_name": "Rotor", "quantity": 1, "amount": 700,
                      "product_id": "r-1", "total_tax_amount": 112}]\
                    """,
                    "metadata",
                    "{\"parcel\": \"7\"}",
                    "statement_descriptor_suffix",
                    "\"NO 7\"",
                    "statement_descriptor_prefix",
                    "\"LAMPS\"",
                    "capture_type",
                    "\"direct\"",
                    "capture_metadata",
                    """
                    {"invoice_data": {"invoice_date": "2026-01-01", "due_date": "2026-02-01",
                      "delivery_date": "2026-01-02", "merchant_invoice_ref": "I-1",
                      "merchant_buyer_ref": "B-1",
                      "invoice_url": "https://shop.example/i-1"}}\
                    """);

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

    private boolean ofOperation(Operation operation, String field) {
        return exchanges()
                .filter(exchange -> Exchanges.operation(exchange) == operation)
                .anyMatch(
                        exchange ->
                                !calls(
                                                given(
                                                        exchange,
                                                        "details",
                                                        field,
                                                        CAPTURE.get(field)),
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
        var more = PaymentOptions.newBuilder(context.options()).build();
        options.forEach(more::put);
        return context.withOptions(more);
    }
}
