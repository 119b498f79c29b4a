package dev.paylater.e2e;

import static dev.paylater.e2e.PaymentSpecimens.createPayment;
import static dev.paylater.e2e.PaymentSpecimens.json;
import static java.util.Map.entry;

import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** Consents, what they allow, and what pays by them. */
final class MandateSpecimens {

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;
    private static final String WHOLE =
            """
            {"amount": 10000, "currency": "EUR", "start_date": "2026-01-01T00:00:00Z",
             "end_date": "2100-01-01T00:00:00Z", "metadata": {"a": "b"}}
            """;

    static final Map<String, Function<Caller, JsonNode>> ALL =
            Map.ofEntries(
                    entry("consent", c -> consent(c, newCustomer(), "multi_use", WHOLE)),
                    entry("consent for once", c -> consent(c, newCustomer(), "single_use", WHOLE)),
                    entry("consent set up", MandateSpecimens::setUp),
                    entry("consent replaced", MandateSpecimens::replaced),
                    entry("paid by mandate", MandateSpecimens::byMandate),
                    entry("paid by recurring details", c -> recurring(c, "mandate_id")),
                    entry("paid by saved method", c -> recurring(c, "payment_method_id")),
                    entry("paid by token", MandateSpecimens::byToken),
                    entry("attempts paid by token", MandateSpecimens::attemptsByToken),
                    entry("too much at once", c -> beyond(c, "single_use", 10001, WHOLE)),
                    entry("too much again", c -> beyond(c, "multi_use", 10001, WHOLE)),
                    entry("currency of once", c -> beyond(c, "single_use", 700, dollars())),
                    entry("currency of many", c -> beyond(c, "multi_use", 700, dollars())),
                    entry("once over", c -> beyond(c, "single_use", 700, ended())),
                    entry("many over", c -> beyond(c, "multi_use", 700, ended())),
                    entry("once not begun", c -> beyond(c, "single_use", 700, begins())),
                    entry("many not begun", c -> beyond(c, "multi_use", 700, begins())),
                    entry("used twice", MandateSpecimens::usedTwice),
                    entry("mandate", c -> json(c.get("/mandates/" + mandate()))),
                    entry("mandate revoked", MandateSpecimens::revoked),
                    entry("mandates", MandateSpecimens::mandates),
                    entry("mandates after one", MandateSpecimens::mandatesAfterOne),
                    entry("saved methods", c -> savedMethods(c, "").path(0)),
                    entry("saved methods limited", c -> savedMethodsNamed(c, "?limit=1")),
                    entry(
                            "saved methods after one",
                            c -> savedMethodsNamed(c, "?starting_after={newer}")),
                    entry(
                            "mandate list",
                            c -> json(c.get("/mandates/list?limit=1&customer_id=" + Two.CUSTOMER))),
                    entry(
                            "saved method list",
                            c ->
                                    json(
                                            c.get(
                                                    "/customers/"
                                                            + Two.CUSTOMER
                                                            + "/payment_methods?limit=1"))),
                    entry("default method", MandateSpecimens::defaultMethod),
                    entry("method deleted", MandateSpecimens::methodDeleted));

    private MandateSpecimens() {}

    private static String newCustomer() {
        return "cus_" + UUID.randomUUID();
    }

    private static String dollars() {
        return "{\"amount\": 10000, \"currency\": \"USD\"}";
    }

    private static String ended() {
        return "{\"end_date\": \"2026-01-01T00:00:00Z\"}";
    }

    private static String begins() {
        return "{\"start_date\": \"2100-01-01T00:00:00Z\"}";
    }

    private static JsonNode consent(Caller caller, String customer, String use, String bounds) {
        return consent(caller, customer, "\"mandate_type\": {\"%s\": %s}".formatted(use, bounds));
    }

    private static JsonNode consent(Caller caller, String customer, String data) {
        var fields =
                """
                "setup_future_usage": "off_session", "customer": {"id": "%s"},
                "mandate_data": {"customer_acceptance": {"acceptance_type": "online",
                    "accepted_at": "2026-01-01T00:00:00Z",
                    "online": {"ip_address": "127.0.0.1", "user_agent": "agent"}}, %s}
                """
                        .formatted(customer, data);
        return createPayment(caller, MerchantClient.body("", "automatic"), fields);
    }

    private static JsonNode setUp(Caller caller) {
        var fields = "\"amount\": 0, \"payment_type\": \"setup_mandate\"";
        return createPayment(caller, MerchantClient.body("", "automatic"), fields);
    }

    /** Whether the mandate that is there is the one that the new consent gives. */
    private static JsonNode replaced(Caller caller) {
        var customer = newCustomer();
        var first = consent(Caller.COMPLETE, customer, "multi_use", "{}");
        var id = first.path("mandate_id").asString();
        var second = consent(caller, customer, "\"update_mandate_id\": \"" + id + "\"");
        return Seen.text(second.path("mandate_id").asString("").equals(id) ? "the same" : "new");
    }

    private static JsonNode use(Caller caller, String customer, String means, long amount) {
        var body =
                """
                {"amount": %d, "currency": "EUR", "confirm": true, "off_session": true,
                 "customer": {"id": "%s"}, %s}
                """
                        .formatted(amount, customer, means);
        return caller.post("/payments", body).json();
    }

    private static String by(JsonNode consent) {
        return "\"mandate_id\": \"" + consent.path("mandate_id").asString() + "\"";
    }

    private static JsonNode byMandate(Caller caller) {
        var customer = newCustomer();
        var consent = consent(Caller.COMPLETE, customer, "multi_use", WHOLE);
        return use(caller, customer, by(consent), 700);
    }

    private static JsonNode recurring(Caller caller, String type) {
        var customer = newCustomer();
        var consent = consent(Caller.COMPLETE, customer, "multi_use", WHOLE);
        var means =
                "\"recurring_details\": {\"type\": \"%s\", \"data\": \"%s\"}"
                        .formatted(type, consent.path(type).asString());
        return use(caller, customer, means, 700);
    }

    private static JsonNode byToken(Caller caller) {
        var customer = newCustomer();
        var consent = consent(Caller.COMPLETE, customer, "multi_use", WHOLE);
        var token = consent.path("payment_method_id").asString();
        return use(caller, customer, "\"payment_token\": \"" + token + "\"", 700);
    }

    private static JsonNode attemptsByToken(Caller caller) {
        var id = byToken(Caller.COMPLETE).path("payment_id").asString();
        return PaymentSpecimens.expanded(caller, id);
    }

    /** A use that the bounds of the mandate do not allow. */
    private static JsonNode beyond(Caller caller, String use, long amount, String bounds) {
        var customer = newCustomer();
        var consent = consent(caller, customer, use, bounds);
        return use(Caller.COMPLETE, customer, by(consent), amount);
    }

    private static JsonNode usedTwice(Caller caller) {
        var customer = newCustomer();
        var consent = consent(caller, customer, "single_use", WHOLE);
        use(Caller.COMPLETE, customer, by(consent), 700);
        return use(Caller.COMPLETE, customer, by(consent), 700);
    }

    private static String mandate() {
        return Specimens.get("consent").path("mandate_id").asString();
    }

    private static JsonNode revoked(Caller caller) {
        var id = consent(Caller.COMPLETE, newCustomer(), "multi_use", "{}").path("mandate_id");
        return json(caller.post("/mandates/revoke/" + id.asString(), "{}"));
    }

    /** Two of this customer, of whom other customers have none. */
    private static final class Two {
        static final String CUSTOMER = newCustomer();
        static final JsonNode OLDER = consent(Caller.COMPLETE, CUSTOMER, "multi_use", "{}");
        static final JsonNode NEWER = consent(Caller.COMPLETE, CUSTOMER, "multi_use", "{}");

        static JsonNode names(JsonNode list, String id) {
            return ListSpecimens.names(
                    list,
                    id,
                    Map.of(OLDER.path(id).asString(), "older", NEWER.path(id).asString(), "newer"));
        }
    }

    /** The newer one of two, as the list is limited to one of this customer. */
    private static JsonNode mandates(Caller caller) {
        var query = "?limit=1&customer_id=" + Two.CUSTOMER;
        consent(Caller.COMPLETE, newCustomer(), "multi_use", "{}");
        return Two.names(ListSpecimens.items(caller.get("/mandates/list" + query)), "mandate_id");
    }

    private static JsonNode mandatesAfterOne(Caller caller) {
        var cursor = Two.NEWER.path("mandate_id").asString();
        var query = "?customer_id=" + Two.CUSTOMER + "&starting_after=" + cursor;
        return Two.names(ListSpecimens.items(caller.get("/mandates/list" + query)), "mandate_id");
    }

    private static JsonNode savedMethods(Caller caller, String query) {
        var path = "/customers/" + Two.CUSTOMER + "/payment_methods" + query;
        return ListSpecimens.items(caller.get(path));
    }

    private static JsonNode savedMethodsNamed(Caller caller, String query) {
        var newer = Two.NEWER.path("payment_method_id").asString();
        var found = savedMethods(caller, query.replace("{newer}", newer));
        return Two.names(found, "payment_method_id");
    }

    private static String newMethod(String customer) {
        var consent = consent(Caller.COMPLETE, customer, "multi_use", "{}");
        var id = consent.path("payment_method_id").asString();
        return "/customers/" + customer + "/payment_methods/" + id;
    }

    private static JsonNode defaultMethod(Caller caller) {
        var customer = newCustomer();
        json(caller.post(newMethod(customer) + "/default", "{}"));
        return json(caller.get("/customers/" + customer));
    }

    private static JsonNode methodDeleted(Caller caller) {
        return json(MERCHANT.delete(newMethod(newCustomer())));
    }
}
