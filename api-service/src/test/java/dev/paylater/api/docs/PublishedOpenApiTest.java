package dev.paylater.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import dev.paylater.api.docs.SchemaWalk.Kind;
import dev.paylater.api.form.OpenApi;
import dev.paylater.api.json.Json;
import dev.paylater.schemas.EventType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What generators of clients, linters and tools that know only the document need of it. */
class PublishedOpenApiTest {

    private static final PublishedOpenApi PUBLISHED = new PublishedOpenApi(new OpenApi());
    private static final JsonNode DOCUMENT = Json.read(PUBLISHED.current());
    private static final JsonNode SCHEMAS = DOCUMENT.at("/components/schemas");
    private static final JsonNode OLDER = Json.read(PUBLISHED.older());

    /** A copy, because the walk may change what it visits. */
    private static ObjectNode copy() {
        return (ObjectNode) DOCUMENT.deepCopy();
    }

    @Test
    void every_field_parameter_and_operation_is_described() {
        var without = new ArrayList<String>();
        SchemaWalk.over(
                copy(),
                (schema, place) -> {
                    if (place.kind() == Kind.MEMBER
                            && schema.path("description").asString("").isEmpty()) {
                        without.add(place.owner() + "." + place.member());
                    }
                    return schema;
                });
        SchemaWalk.operations(DOCUMENT)
                .forEach(
                        operation -> {
                            var name = operation.required("operationId").stringValue();
                            if (operation.path("description").asString("").isEmpty()) {
                                without.add(name);
                            }
                            for (var parameter : operation.path("parameters")) {
                                if (!parameter.has("$ref")
                                        && parameter.path("description").asString("").isEmpty()) {
                                    without.add(name + " " + parameter.path("name"));
                                }
                            }
                        });
        assertThat(without).isEmpty();
    }

    @Test
    void a_text_for_a_name_is_about_a_name_that_there_is() {
        var text = DOCUMENT.toString();
        assertThat(Descriptions.words().propertyNames())
                .allSatisfy(
                        name ->
                                assertThat(text)
                                        .contains(
                                                "\""
                                                        + name.replaceFirst(".*[.](?!.te$)", "")
                                                        + "\""));
    }

    @Test
    void every_object_and_enumeration_has_a_name_and_says_nothing_of_null() {
        SchemaWalk.over(
                copy(),
                (schema, place) -> {
                    if (place.kind() == Kind.COMPONENT) {
                        assertThat(Nulls.types(schema)).as(place.owner()).doesNotContain("null");
                    } else {
                        assertThat(schema.has("enum") || schema.has("properties"))
                                .as(place.toString())
                                .isFalse();
                    }
                    assertThat(schema.path("enum").valueStream().anyMatch(JsonNode::isNull))
                            .as(place.toString())
                            .isFalse();
                    return schema;
                });
        assertThat(SCHEMAS.propertyNames())
                .contains("Currency", "RefundType", "DeviceChannel", "WebhookDeliveryStatus")
                .noneMatch(name -> name.matches(".*Type[0-9].*"));
    }

    /** Python's generator gives both the name of the field, and the client does not compile. */
    @Test
    void no_component_has_a_field_of_its_own_name() {
        for (var schema : SCHEMAS.properties()) {
            var own = schema.getKey().replaceAll("(?<=[a-z0-9])([A-Z])", "_$1");
            assertThat(schema.getValue().path("properties").has(own.toLowerCase(Locale.ROOT)))
                    .as(schema.getKey())
                    .isFalse();
        }
    }

    @Test
    void a_create_names_what_it_needs_beside_its_fields_and_that_is_never_null() {
        var create = SCHEMAS.path("PaymentCreateRequest");
        assertThat(create.path("required").toString()).isEqualTo("[\"amount\",\"currency\"]");
        assertThat(create.at("/properties/amount/type").toString()).isEqualTo("\"integer\"");
        assertThat(create.at("/properties/currency/$ref").asString())
                .isEqualTo("#/components/schemas/Currency");
        assertThat(SCHEMAS.at("/PaymentUpdateRequest/properties/billing/anyOf/1").toString())
                .isEqualTo("{\"type\":\"null\"}");
        assertThat(SCHEMAS.has("PaymentFields")).isFalse();
    }

    @Test
    void each_write_of_a_merchant_takes_an_idempotency_key_and_nothing_else_does() {
        for (var path : DOCUMENT.required("paths").properties()) {
            for (var operation : path.getValue().properties()) {
                var isWrite =
                        !operation.getKey().equals("get")
                                && operation.getValue().at("/security/0/admin_key").isMissingNode();
                assertThat(
                                operation
                                        .getValue()
                                        .path("parameters")
                                        .valueStream()
                                        .map(it -> it.path("$ref").asString("")))
                        .as(operation.getKey() + " " + path.getKey())
                        .filteredOn(it -> it.endsWith("/IdempotencyKey"))
                        .hasSize(isWrite ? 1 : 0);
            }
        }
    }

    @Test
    void a_filter_has_one_name_and_a_call_one_path() {
        var names =
                DOCUMENT.at("/paths/~1payments~1list/get/parameters")
                        .valueStream()
                        .map(it -> it.path("name").asString().replace('.', '_'))
                        .toList();
        assertThat(names).doesNotHaveDuplicates().contains("created_lt");
        assertThat(DOCUMENT.required("paths").has("/{payment_id}/complete_authorize")).isFalse();
        assertThat(
                        DOCUMENT.at("/paths/~1payments~1{payment_id}~1complete_authorize/post")
                                .path("x-also-at")
                                .asString())
                .isEqualTo("/{payment_id}/complete_authorize");
    }

    @Test
    void a_parameter_of_text_has_a_value_or_is_left_out() {
        SchemaWalk.operations(DOCUMENT)
                .flatMap(operation -> operation.path("parameters").valueStream())
                .map(parameter -> parameter.path("schema"))
                .map(schema -> schema.has("items") ? schema.path("items") : schema)
                .filter(schema -> schema.path("type").asString("").equals("string"))
                .filter(schema -> !schema.has("format"))
                .forEach(schema -> assertThat(schema.path("minLength").asInt(0)).isPositive());
    }

    @Test
    void from_each_create_and_list_links_lead_on_with_ids_out_of_the_answer() {
        var leading = new ArrayList<String>();
        for (var path : DOCUMENT.required("paths").properties()) {
            for (var operation : path.getValue().properties()) {
                var answer = operation.getValue().at("/responses/200");
                for (var link : answer.path("links")) {
                    leading.add(operation.getValue().required("operationId").stringValue());
                    var target = pathOf(link.path("operationId").stringValue());
                    for (var parameter : link.path("parameters").properties()) {
                        assertThat(target).contains("{" + parameter.getKey() + "}");
                    }
                }
            }
        }
        assertThat(new HashSet<>(leading))
                .contains(
                        "createPayment",
                        "listPayments",
                        "cancelPayment",
                        "capturePayment",
                        "createRefund",
                        "listRefunds",
                        "listMandates",
                        "listDisputes",
                        "createCustomer",
                        "listCustomers",
                        "createWebhookEndpoint",
                        "listWebhookEndpoints",
                        "listWebhookDeliveries",
                        "createMerchant",
                        "createProfile",
                        "issueApiKey",
                        "createConnectorAccount");
        assertThat(DOCUMENT.at("/paths/~1payments~1list/get/responses/200/links/capturePayment"))
                .isEqualTo(
                        Json.read(
                                """
                                {"operationId": "capturePayment",
                                 "description": "Capture an authorized payment",
                                 "parameters": {"payment_id": "$response.body#/0/data/0/payment_id"}}
                                """));
        assertThat(
                        DOCUMENT.at(
                                "/paths/~1payments/post/responses/200/links/createRefund/requestBody"))
                .isEqualTo(Json.read("{\"payment_id\": \"$response.body#/payment_id\"}"));
    }

    private static String pathOf(String operationId) {
        return DOCUMENT.required("paths").properties().stream()
                .filter(
                        path ->
                                path.getValue()
                                        .valueStream()
                                        .anyMatch(
                                                operation ->
                                                        operation
                                                                .path("operationId")
                                                                .asString()
                                                                .equals(operationId)))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void every_event_of_the_catalogue_is_a_webhook() {
        assertThat(DOCUMENT.required("webhooks").propertyNames())
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(EventType.values()).map(EventType::wireName).toList());
    }

    @ParameterizedTest
    @EnumSource(EventType.class)
    void the_example_of_a_webhook_fits_its_schema(EventType type) {
        var json =
                DOCUMENT.required("webhooks")
                        .path(type.wireName())
                        .at("/post/requestBody/content/application~1json");
        var name = json.at("/schema/$ref").stringValue();
        var wrapper = (ObjectNode) closed(SCHEMAS.deepCopy(), name);
        var schema =
                SchemaRegistry.withDialect(Dialects.getDraft202012())
                        .getSchema(SchemaLocation.of("urn:paylater:webhook"), wrapper);
        assertThat(schema.validate(json.path("example"))).isEmpty();
    }

    /** A schema that knows all components, and takes no member that they do not name. */
    private static JsonNode closed(JsonNode schemas, String reference) {
        var wrapper = Json.emptyObject().put("$ref", reference);
        for (var schema : schemas) {
            if (schema.has("properties") && !schema.has("additionalProperties")) {
                ((ObjectNode) schema).put("additionalProperties", false);
            }
        }
        wrapper.putObject("components").set("schemas", schemas);
        return wrapper;
    }

    @Test
    void the_older_document_has_nothing_that_OpenAPI_3_0_does_not_know() {
        assertThat(OLDER.path("openapi").asString()).isEqualTo("3.0.3");
        assertThat(OLDER.has("webhooks")).isFalse();
        assertThat(OLDER.at("/components/schemas").propertyNames())
                .containsAll(
                        OLDER.findValuesAsString("$ref").stream()
                                .filter(it -> it.startsWith(SchemaWalk.NAMED))
                                .map(it -> it.substring(SchemaWalk.NAMED.length()))
                                .toList())
                .doesNotContain("PaymentEvent");
        assertThat(OLDER.required("paths").propertyNames())
                .isEqualTo(DOCUMENT.required("paths").propertyNames());
        SchemaWalk.over(
                (ObjectNode) OLDER.deepCopy(),
                (schema, place) -> {
                    var where = place.toString();
                    assertThat(schema.path("type").isArray()).as(where).isFalse();
                    assertThat(Nulls.types(schema)).as(where).doesNotContain("null");
                    for (var word : List.of("const", "propertyNames")) {
                        assertThat(schema.has(word)).as(where).isFalse();
                    }
                    assertThat(schema.has("$ref") && schema.size() > 1).as(where).isFalse();
                    assertThat(schema.has("nullable") && !schema.has("type")).as(where).isFalse();
                    return schema;
                });
        assertThat(
                        OLDER.at("/components/schemas/Payment/properties/browser_info/nullable")
                                .asBoolean())
                .isTrue();
    }
}
