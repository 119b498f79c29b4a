package dev.paylater.api.payment;

import static dev.paylater.api.payment.PaymentFields.number;
import static dev.paylater.api.payment.PaymentFields.text;
import static dev.paylater.api.payment.PaymentFields.time;

import dev.paylater.api.document.Mandate;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.error.Problem;
import dev.paylater.api.form.RoutingValidation;
import dev.paylater.api.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

    private static final int LONGEST_NAME = 64;
    private static final String SDK_SUFFIX = "_sdk";
    private static final String NO_CARDS =
            "is not taken: pay_later is the only payment method, and no card data is kept here";
    private static final List<String> METHOD_DATA = List.of("pay_later", "billing");
    private static final List<String> CARD =
            List.of(
                    "card",
                    "card_number",
                    "card_cvc",
                    "card_exp_month",
                    "card_exp_year",
                    "card_holder_name");

    /** The interface's six sub-types. */
    private static final List<String> TYPES =
            List.of(
                    "direct_debit",
                    "installment_invoice",
                    "installment_direct_debit",
                    "invoice",
                    "subscription_invoice",
                    "subscription_direct_debit");

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
        validation.checkMethod();
        validation.checkSplits();
        if (confirms && body.path("payment_link").booleanValue(false)) {
            validation.complain(
                    "payment_link", "A payment link cannot be made together with confirm");
        }
        ReusableLinks.forbidden(body)
                .forEach(
                        name ->
                                validation.complain(
                                        name,
                                        name
                                                + " is one customer's: a reusable payment link is"
                                                + " for anybody"));
        if (!validation.problems.isEmpty()) {
            throw ApiException.of(validation.problems);
        }
    }

    /**
     * Checks what a customer's client may send as the payment method.
     *
     * @throws ApiException with every problem
     */
    static void checkMethod(ObjectNode body) {
        var validation = new PaymentValidation(body);
        validation.checkMethod();
        if (!validation.problems.isEmpty()) {
            throw ApiException.of(validation.problems);
        }
    }

    /** Card data is refused wherever it is looked for, so that it gets into no log and no store. */
    private void checkMethod() {
        CARD.stream()
                .filter(body::hasNonNull)
                .forEach(name -> problems.add(Problem.malformed(name, NO_CARDS)));
        var data = body.path("payment_method_data");
        for (var entry : data.properties()) {
            if (!METHOD_DATA.contains(entry.getKey()) && !entry.getValue().isNull()) {
                problems.add(
                        Problem.malformed(
                                "payment_method_data." + shown(entry.getKey()), NO_CARDS));
            }
        }
        var types =
                data.path("pay_later")
                        .propertyStream()
                        .map(Map.Entry::getKey)
                        .filter(name -> !name.endsWith(SDK_SUFFIX))
                        .toList();
        var path = "payment_method_data.pay_later";
        types.stream()
                .filter(type -> !TYPES.contains(type))
                .forEach(
                        type ->
                                problems.add(
                                        Problem.malformed(
                                                path + "." + shown(type),
                                                "is none of the types: "
                                                        + String.join(", ", TYPES))));
        var named = text(body, "payment_method_type");
        if (types.size() > 1) {
            complain(path, path + " names more than one type: " + shown(types.toString()));
        } else if (types.size() == 1 && named != null && !types.contains(named)) {
            complain(
                    "payment_method_type",
                    "payment_method_type is "
                            + named
                            + " and "
                            + path
                            + " is of "
                            + shown(types.getFirst()));
        }
    }

    private static String shown(String name) {
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME) + "...";
    }

    /**
     * Refuses split_payments: no connector sends it, and to ignore it would pay the wrong party.
     */
    private void checkSplits() {
        if (body.has("split_payments")) {
            problems.add(
                    new Problem(
                            "split_payments",
                            ErrorCode.IR_37,
                            "split_payments is not supported by any connector"));
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
        } else if (PaymentFields.mandateIds(body).size() > 1) {
            complain(
                    body.has("payment_token") ? "payment_token" : "recurring_details",
                    "mandate_id, recurring_details and payment_token name different saved methods");
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

    /**
     * Checks a part of the descriptor together with the one that the payment has.
     *
     * @throws ApiException when they are too long together
     */
    static void checkDescriptors(ObjectNode body, PaymentDocument payment) {
        var both = body.deepCopy();
        for (var name : List.of("statement_descriptor_name", "statement_descriptor_suffix")) {
            var known = payment.term(name);
            if (!both.has(name) && known != null) {
                both.set(name, Json.read(known));
            }
        }
        var validation = new PaymentValidation(both);
        validation.checkDescriptors();
        if (!validation.problems.isEmpty()) {
            throw ApiException.of(validation.problems);
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
