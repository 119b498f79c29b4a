package dev.paylater.api.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.error.Problem;
import dev.paylater.api.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** What fields say about each other. */
class PaymentValidationTest {

    private static final String MANDATE = "{'mandate_data': {'mandate_type': {%s}}}";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'customer_id': 'c', 'customer': {'id': 'c'}}",
                "{'customer_id': 'c', 'customer': {'name': 'n'}}",
                "{'customer': {'id': 'c'}}",
                "{'amount': 5, 'amount_to_capture': 5}",
                "{'amount': 5, 'amount_to_capture': 1}",
                "{'amount_to_capture': 7}",
                "{'amount': 9223372036854775806, 'shipping_cost': 1}",
                "{'mandate_id': 'm', 'off_session': true}",
                "{'mandate_data': {'mandate_type': {'single_use': {}, 'multi_use': null}}}",
                "{'mandate_data': {'mandate_type': {'single_use':"
                        + " {'start_date': '2026-01-01T00:00:00Z',"
                        + " 'end_date': '2026-01-01T00:00:00Z'}}}}",
                "{'mandate_data': {'mandate_type': {'multi_use':"
                        + " {'end_date': '2026-01-01T00:00:00Z'}}}}",
                "{'statement_descriptor_name': 'aaaaaaaaaaa',"
                        + " 'statement_descriptor_suffix': 'bbbbbbbbbbb'}",
                "{'statement_descriptor_name': 'aaaaaaaaaaaaaaaaaaaaaa'}",
                "{'metadata': {'a': [1]}}",
                "{'payment_link': false}",
            })
    void what_agrees_is_taken(String body) {
        assertThat(problems(body, true)).isEmpty();
    }

    @Test
    void a_customer_is_one() {
        assertThat(problems("{'customer_id': 'c', 'customer': {'id': 'd'}}", false))
                .containsExactly(
                        Problem.inconsistent(
                                "customer_id", "customer_id and customer.id are different"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'amount_to_capture': 0}",
                "{'amount': 5, 'amount_to_capture': 6}",
            })
    void what_is_captured_is_part_of_the_amount(String body) {
        assertThat(problems(body, false))
                .containsExactly(
                        Problem.inconsistent(
                                "amount_to_capture",
                                "amount_to_capture must be between 1 and amount"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'shipping_cost': 1",
                "'order_tax_amount': 1",
                "'surcharge_details': {'surcharge_amount': 1}",
                "'surcharge_details': {'tax_amount': 1}",
            })
    void the_sum_of_the_amounts_is_an_amount(String more) {
        assertThat(problems("{'amount': 9223372036854775807, " + more + "}", false))
                .containsExactly(
                        Problem.inconsistent(
                                "amount", "The sum of the amounts does not fit into 64 bits"));
    }

    @Test
    void a_mandate_is_used_when_its_payment_is_confirmed() {
        assertThat(problems("{'off_session': true}", false))
                .containsExactly(
                        Problem.inconsistent(
                                "off_session", "off_session can only be used with confirm=true"));
        assertThat(problems("{'off_session': false}", false)).isEmpty();
        assertThat(problems("{'mandate_id': 'm'}", true))
                .containsExactly(Problem.missing("off_session"));
        assertThat(problems("{'mandate_id': 'm'}", false)).isEmpty();
        assertThat(problems("{'payment_link': true}", false)).isEmpty();
        assertThat(problems("{'payment_link': true}", true))
                .containsExactly(
                        Problem.inconsistent(
                                "payment_link",
                                "A payment link cannot be made together with confirm"));
    }

    @Test
    void a_mandate_is_for_one_use_or_for_many_and_ends_after_it_begins() {
        assertThat(problems(MANDATE.formatted("'single_use': {}, 'multi_use': {}"), false))
                .containsExactly(
                        Problem.inconsistent(
                                "mandate_data.mandate_type",
                                "A mandate is either single_use or multi_use, not both"));
        for (var use : List.of("single_use", "multi_use")) {
            var backwards =
                    "'%s': {'start_date': '2026-01-01T00:00:00.001Z',".formatted(use)
                            + " 'end_date': '2026-01-01T00:00:00Z'}";
            assertThat(problems(MANDATE.formatted(backwards), false))
                    .containsExactly(
                            Problem.inconsistent(
                                    "mandate_data.mandate_type." + use + ".end_date",
                                    "end_date is before start_date"));
        }
    }

    @Test
    void the_parts_of_a_descriptor_fit_on_a_statement_together() {
        var descriptor =
                "{'statement_descriptor_name': 'aaaaaaaaaaaa',"
                        + " 'statement_descriptor_suffix': 'bbbbbbbbbbb'}";
        assertThat(problems(descriptor, false))
                .containsExactly(
                        Problem.malformed(
                                "statement_descriptor_suffix",
                                "and statement_descriptor_name must have at most 22 characters"
                                        + " together"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"metadata", "frm_metadata"})
    void an_object_in_metadata_counts_with_its_text(String field) {
        var body = "{'" + field + "': {'a': ['%s'], 'b': '%s'}}";
        var longest = "x".repeat(496);
        assertThat(problems(body.formatted(longest, longest + "12345"), false)).isEmpty();
        assertThat(problems(body.formatted(longest + "x", ""), false))
                .containsExactly(
                        Problem.malformed(field + ".a", "must have at most 500 characters"));
    }

    @Test
    void all_that_disagrees_is_told_at_once() {
        assertThat(
                        problems(
                                "{'amount_to_capture': 0, 'off_session': true, 'routing': {'type':"
                                        + " 'volume_split', 'data': []}}",
                                false))
                .extracting(Problem::param)
                .containsExactly("amount_to_capture", "off_session", "routing.data");
    }

    @Test
    void an_id_that_no_payment_can_have_is_not_looked_for() {
        var id = "pay_01JD0000000000000000000000";
        assertThat(PaymentIds.require(id)).isEqualTo(id);
        for (var other : List.of(id + "0", id.substring(1), id.replace('J', '.'))) {
            var refused = catchThrowableOfType(ApiException.class, () -> PaymentIds.require(other));
            assertThat(refused.code()).isEqualTo(ErrorCode.HE_02);
        }
    }

    private static List<Problem> problems(String body, boolean confirms) {
        var fields = (ObjectNode) Json.read(body.replace('\'', '"'));
        var refusal =
                catchThrowableOfType(
                        ApiException.class, () -> PaymentValidation.check(fields, confirms));
        return refusal == null ? List.of() : refusal.fields();
    }
}
