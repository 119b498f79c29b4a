package dev.paylater.api.payment;

import static dev.paylater.api.payment.PaymentFields.number;
import static dev.paylater.api.payment.PaymentFields.text;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.form.RoutingSense;
import dev.paylater.api.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * Checks that the fields of one body make sense together. What needs the payment's state is left to
 * the orchestrator.
 */
final class PaymentSense {

    private static final int MAX_DESCRIPTOR_CHARACTERS = 22;
    private static final int MAX_METADATA_VALUE_CHARACTERS = 500;

    /** What a customer's browser may not decide. */
    private static final Set<String> SERVER_ONLY =
            Set.of(
                    "amount",
                    "currency",
                    "shipping_cost",
                    "order_tax_amount",
                    "surcharge_details",
                    "amount_to_capture",
                    "capture_method",
                    "capture_on",
                    "capture_type",
                    "connector",
                    "customer_id",
                    "mandate_id",
                    "merchant_connector_details",
                    "metadata",
                    "off_session",
                    "payment_type",
                    "profile_id",
                    "recurring_details",
                    "routing",
                    "session_expiry",
                    "split_payments");

    private final ObjectNode body;
    private final List<Problem> problems = new ArrayList<>();

    private PaymentSense(ObjectNode body) {
        this.body = body;
    }

    /**
     * Checks a create, update or confirm body.
     *
     * @param confirms whether the payment is confirmed in this call
     * @throws ApiException with every problem
     */
    static void check(ObjectNode body, boolean confirms, boolean clientSide) {
        var sense = new PaymentSense(body);
        sense.checkCustomer();
        sense.checkAmounts();
        sense.checkMandate(confirms);
        sense.checkDescriptors();
        sense.checkMetadata("metadata");
        sense.checkMetadata("frm_metadata");
        sense.checkRouting();
        if (confirms && body.path("payment_link").booleanValue(false)) {
            sense.complain("payment_link", "A payment link cannot be made together with confirm");
        }
        if (clientSide) {
            sense.checkServerOnly();
        }
        if (!sense.problems.isEmpty()) {
            throw ApiException.of(sense.problems);
        }
    }

    private void complain(String param, String message) {
        problems.add(Problem.senseless(param, message));
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
        if (amount != null && toCapture != null && toCapture > amount) {
            complain("amount_to_capture", "amount_to_capture is more than amount");
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
        var isOffSession = body.path("off_session").booleanValue(false);
        if (isOffSession && !confirms) {
            complain("off_session", "off_session can only be used with confirm=true");
        }
        if (confirms && body.has("mandate_id") && !body.has("off_session")) {
            problems.add(Problem.missing("off_session"));
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
        RoutingSense.problemOf(body.path("routing")).ifPresent(problems::add);
    }

    private void checkServerOnly() {
        if (body.path("customer").has("id")) {
            complain("customer.id", "customer.id cannot be set with a publishable key");
        }
        body.propertyStream()
                .map(Map.Entry::getKey)
                .filter(SERVER_ONLY::contains)
                .forEach(name -> complain(name, name + " cannot be set with a publishable key"));
    }
}
