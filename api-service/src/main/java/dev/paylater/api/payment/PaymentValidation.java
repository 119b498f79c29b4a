package dev.paylater.api.payment;

import static dev.paylater.api.payment.PaymentFields.number;
import static dev.paylater.api.payment.PaymentFields.text;
import static dev.paylater.api.payment.PaymentFields.time;

import dev.paylater.api.document.Mandate;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.error.Problem;
import dev.paylater.api.form.RoutingValidation;
import dev.paylater.api.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Checks the fields of one body against each other. What needs the payment's state is left to the
 * orchestrator.
 */
final class PaymentValidation {

    private static final int MAX_DESCRIPTOR_CHARACTERS = 22;
    private static final int MAX_METADATA_VALUE_CHARACTERS = 500;

    /** Their data is an id of ours; no connector takes the data of the others. */
    private static final List<String> RECURRING_TYPES = List.of("mandate_id", "payment_method_id");

    private final ObjectNode body;
    private final List<Problem> problems = new ArrayList<>();

    private PaymentValidation(ObjectNode body) {
        this.body = body;
    }

    /**
     * Checks a create, update or confirm body.
     *
     * @param confirms whether the payment is confirmed in this call
     * @throws ApiException with every problem
     */
    static void check(ObjectNode body, boolean confirms) {
        var validation = new PaymentValidation(body);
        validation.checkCustomer();
        validation.checkAmounts();
        validation.checkMandate(confirms);
        validation.checkRecurringDetails();
        validation.checkDescriptors();
        validation.checkMetadata("metadata");
        validation.checkMetadata("frm_metadata");
        validation.checkRouting();
        if (confirms && body.path("payment_link").booleanValue(false)) {
            validation.complain(
                    "payment_link", "A payment link cannot be made together with confirm");
        }
        if (!validation.problems.isEmpty()) {
            throw ApiException.of(validation.problems);
        }
    }

    private void complain(String param, String message) {
        problems.add(Problem.inconsistent(param, message));
    }

    private void checkCustomer() {
        var id = text(body.path("customer"), "id");
        var deprecated = text(body, "customer_id");
        if (id != null && deprecated != null && !id.equals(deprecated)) {
            complain("customer_id", "customer_id and customer.id are different");
        }
    }

    private void checkAmounts() {
        var amount = number(body, "amount");
        var toCapture = number(body, "amount_to_capture");
        if (toCapture != null && (toCapture < 1 || (amount != null && toCapture > amount))) {
            complain("amount_to_capture", "amount_to_capture must be between 1 and amount");
        }
        try {
            var _ =
                    Stream.of(
                                    amount,
                                    number(body, "shipping_cost"),
                                    number(body, "order_tax_amount"),
                                    number(body.path("surcharge_details"), "surcharge_amount"),
                                    number(body.path("surcharge_details"), "tax_amount"))
                            .filter(Objects::nonNull)
                            .reduce(0L, Math::addExact);
        } catch (ArithmeticException _) {
            complain("amount", "The sum of the amounts does not fit into 64 bits");
        }
    }

    private void checkMandate(boolean confirms) {
        checkMandateType();
        var isOffSession = body.path("off_session").booleanValue(false);
        if (isOffSession && !confirms) {
            complain("off_session", "off_session can only be used with confirm=true");
        }
        if (confirms && body.has("mandate_id") && !body.has("off_session")) {
            problems.add(Problem.missing("off_session"));
        }
    }

    private void checkRecurringDetails() {
        var details = body.path("recurring_details");
        var type = text(details, "type");
        if (type != null && !RECURRING_TYPES.contains(type)) {
            problems.add(
                    new Problem(
                            "recurring_details.type",
                            ErrorCode.IR_37,
                            type + " is not supported by any connector"));
        } else if (type != null && !isRecurringId(type, text(details, "data"))) {
            problems.add(Problem.malformed("recurring_details.data", "must be a " + type));
        }
    }

    private static boolean isRecurringId(String type, @Nullable String data) {
        return data != null
                && (type.equals("mandate_id") ? Mandate.isId(data) : Mandate.isMethodId(data));
    }

    private void checkMandateType() {
        var type = body.path("mandate_data").path("mandate_type");
        if (type.path("single_use").isObject() && type.path("multi_use").isObject()) {
            complain(
                    "mandate_data.mandate_type",
                    "A mandate is either single_use or multi_use, not both");
        }
        for (var use : List.of("single_use", "multi_use")) {
            var start = time(type.path(use), "start_date");
            var end = time(type.path(use), "end_date");
            if (start != null && end != null && start > end) {
                complain(
                        "mandate_data.mandate_type." + use + ".end_date",
                        "end_date is before start_date");
            }
        }
    }

    private void checkDescriptors() {
        var name = text(body, "statement_descriptor_name");
        var suffix = text(body, "statement_descriptor_suffix");
        if (name != null
                && suffix != null
                && name.length() + suffix.length() > MAX_DESCRIPTOR_CHARACTERS) {
            problems.add(
                    Problem.malformed(
                            "statement_descriptor_suffix",
                            "and statement_descriptor_name must have at most "
                                    + MAX_DESCRIPTOR_CHARACTERS
                                    + " characters together"));
        }
    }

    private void checkMetadata(String name) {
        for (var entry : body.path(name).properties()) {
            if (entry.getValue().isContainer()
                    && Json.text(entry.getValue()).length() > MAX_METADATA_VALUE_CHARACTERS) {
                problems.add(
                        Problem.malformed(
                                name + "." + entry.getKey(),
                                "must have at most "
                                        + MAX_METADATA_VALUE_CHARACTERS
                                        + " characters"));
            }
        }
    }

    private void checkRouting() {
        RoutingValidation.problemOf(body.path("routing")).ifPresent(problems::add);
    }
}
