package dev.paylater.api.payment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.form.OpenApi;
import dev.paylater.options.Kept;
import dev.paylater.options.PaymentOption;
import dev.paylater.options.Type;
import dev.paylater.schemas.PaymentOptions;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The OpenAPI document and the schema of the options say what the option table says. */
class OptionTableTest {

    private static final OpenApi API = new OpenApi();

    /** In the capture's body they lie beside the options of the payment under other rules. */
    private static final Set<PaymentOption> OTHERWISE_IN_CAPTURE = Set.of(PaymentOption.METADATA);

    /** The connector that was used, and the link that was made. */
    private static final Set<PaymentOption> SHOWN_AS_SOMETHING_ELSE =
            Set.of(PaymentOption.CONNECTOR, PaymentOption.PAYMENT_LINK);

    @Test
    void the_bodies_have_the_options_of_the_table_and_no_others() {
        assertThat(properties("PaymentFields").propertyNames())
                .containsExactlyInAnyOrderElementsOf(names(PaymentOption::isInPayment));
        assertThat(properties("CaptureRequest").propertyNames())
                .containsExactlyInAnyOrderElementsOf(names(PaymentOption::isInCapture));
    }

    @Test
    void every_option_has_its_type_and_bounds() {
        for (var option : PaymentOption.values()) {
            if (option.isInPayment()) {
                requireType(option, properties("PaymentFields").path(option.fieldName()));
            }
            if (option.isInCapture() && !OTHERWISE_IN_CAPTURE.contains(option)) {
                requireType(option, properties("CaptureRequest").path(option.fieldName()));
            }
        }
    }

    @Test
    void the_payment_shows_what_the_table_says() {
        var members = Set.copyOf(properties("Payment").propertyNames());
        var shown =
                names(
                        option ->
                                option.kept() != Kept.NOT_KEPT
                                        && option.isInPayment()
                                        && members.contains(option.fieldName())
                                        && !SHOWN_AS_SOMETHING_ELSE.contains(option));
        assertThat(shown)
                .containsExactlyInAnyOrderElementsOf(
                        names(option -> option.isShown() && option.isInPayment()));
    }

    @Test
    void every_typed_option_travels_in_a_field_of_its_own() {
        var fields =
                PaymentOptions.getClassSchema().getFields().stream().map(f -> f.name()).toList();
        for (var option : PaymentOption.values()) {
            if (option.kept() == Kept.TYPED
                    && option.isInPayment()
                    && option != PaymentOption.SURCHARGE_DETAILS) {
                assertThat(fields).contains(option.fieldName());
            }
        }
    }

    private static void requireType(PaymentOption option, JsonNode declared) {
        var name = option.fieldName();
        switch (option.type()) {
            case Type.Money _ -> {
                requireInteger(name, declared, "int64");
                assertThat(declared.path("minimum").longValue()).as(name).isZero();
            }
            case Type.Whole _ -> requireInteger(name, declared, "int64");
            case Type.Seconds _ -> requireInteger(name, declared, "int32");
            case Type.Flag _ -> assertThat(types(declared)).as(name).contains("boolean");
            case Type.Text(var most) -> {
                assertThat(types(declared)).as(name).contains("string");
                assertThat(declared.path("maxLength").intValue()).as(name).isEqualTo(most);
            }
            case Type.Time _ ->
                    assertThat(declared.path("format").asString()).as(name).isEqualTo("date-time");
            case Type.Declared(var schema) ->
                    assertThat(reference(declared)).as(name).isEqualTo(schema);
            case Type.ListOf(var schema, var most) -> {
                assertThat(reference(declared.path("items"))).as(name).isEqualTo(schema);
                assertThat(declared.path("maxItems").intValue()).as(name).isEqualTo(most);
            }
            case Type.Free _ -> assertThat(types(declared)).as(name).contains("object");
        }
    }

    private static void requireInteger(String name, JsonNode declared, String format) {
        assertThat(types(declared)).as(name).contains("integer");
        assertThat(declared.path("format").asString()).as(name).isEqualTo(format);
    }

    private static List<String> types(JsonNode declared) {
        return declared.path("type").valueStream().map(JsonNode::asString).toList();
    }

    private static String reference(JsonNode declared) {
        var reference = declared.path("$ref").asString("");
        return reference.substring(reference.lastIndexOf('/') + 1);
    }

    private static JsonNode properties(String schema) {
        return API.schema(schema).required("properties");
    }

    private static List<String> names(Predicate<PaymentOption> wanted) {
        return Stream.of(PaymentOption.values())
                .filter(wanted)
                .map(PaymentOption::fieldName)
                .toList();
    }
}
