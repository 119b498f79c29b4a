package dev.paylater.e2e;

import static dev.paylater.e2e.PaymentSpecimens.METHOD;
import static dev.paylater.e2e.PaymentSpecimens.SOON;
import static dev.paylater.e2e.PaymentSpecimens.UNPAID;
import static dev.paylater.e2e.PaymentSpecimens.createPayment;
import static dev.paylater.e2e.PaymentSpecimens.json;
import static dev.paylater.e2e.PaymentSpecimens.paying;
import static dev.paylater.e2e.PaymentSpecimens.with;
import static java.util.Map.entry;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** What decides which account takes a payment, by what method, as whom, and whether at all. */
final class ChoiceSpecimens {

    static final String ROUTED = "routed by ";
    static final String TYPE = "paid by ";

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;
    private static final String MORE = "{\"amount\": 7000, \"reason\": \"a bulb, too\"}";

    private static final String MEMBERS =
            """
            "merchant_connector_details": {"encoded_data": {"metadata": {"a": "b"}}},
            "payment_method_data": {"pay_later": {"klarna_sdk": {"token": "t"}}}
            """;

    static final Map<String, Function<Caller, JsonNode>> ALL = all();

    private ChoiceSpecimens() {}

    private static Map<String, Function<Caller, JsonNode>> all() {
        var all =
                new HashMap<>(
                        Map.<String, Function<Caller, JsonNode>>ofEntries(
                                entry(
                                        "as another",
                                        c -> pay(c, "\"merchant_id\": \"merchant_other\"")),
                                entry("with an id", c -> createPayment(c, UNPAID, id())),
                                entry("in a profile", ChoiceSpecimens::inProfile),
                                entry(
                                        "connector named",
                                        c -> pay(c, "\"connector\": [\"klarna\"]")),
                                entry("two accounts", ChoiceSpecimens::accountNamed),
                                entry("another type", c -> pay(c, allowed("direct_debit"))),
                                entry(
                                        "type named",
                                        c -> sent(c, "\"payment_method_type\": \"direct_debit\"")),
                                entry("billed by the method", ChoiceSpecimens::billedByMethod),
                                entry("unreachable", ChoiceSpecimens::unreachable),
                                entry("own credentials", ChoiceSpecimens::ownCredentials),
                                entry("account of credentials", ChoiceSpecimens::byCredentials),
                                entry("members", c -> pay(c, MEMBERS)),
                                entry("grown", ChoiceSpecimens::grown),
                                entry("increment sent", ChoiceSpecimens::incrementSent)));
        all.put(ROUTED + "single", c -> pay(c, routing("single", "\"klarna\"")));
        all.put(
                ROUTED + "priority",
                c -> pay(c, routing("priority", "[{\"connector\": \"klarna\"}]")));
        all.put(
                ROUTED + "split",
                c ->
                        pay(
                                c,
                                routing(
                                        "volume_split",
                                        "[{\"connector\": \"klarna\", \"split\": 100}]")));
        for (var type :
                List.of(
                        "invoice",
                        "direct_debit",
                        "installment_invoice",
                        "installment_direct_debit",
                        "subscription_invoice",
                        "subscription_direct_debit")) {
            all.put(TYPE + type, c -> byData(c, type));
        }
        return all;
    }

    private static JsonNode pay(Caller caller, String fields) {
        return createPayment(caller, paying(), fields);
    }

    private static String id() {
        var text = "chosen_" + UUID.randomUUID().toString().replace("-", "");
        return "\"payment_id\": \"" + text.substring(0, 30) + "\"";
    }

    private static String routing(String type, String data) {
        return "\"routing\": {\"type\": \"%s\", \"data\": %s}".formatted(type, data);
    }

    private static String allowed(String type) {
        return "\"allowed_payment_method_types\": [\"" + type + "\"]";
    }

    private static JsonNode inProfile(Caller caller) {
        var provider = RecordedProvider.get();
        var body = with(UNPAID, "\"profile_id\": \"" + provider.profile() + "\"");
        var payment = caller.post(provider.merchant(), "/payments", body).json();
        var isChosen = payment.path("profile_id").asString("").equals(provider.profile());
        return Seen.text(isChosen ? "the chosen one" : "another");
    }

    /** The connector alone would be the first of them. */
    private static JsonNode accountNamed(Caller caller) {
        var provider = RecordedProvider.get();
        var target =
                "{\"connector\": \"sandbox\", \"merchant_connector_id\": \"%s\"}"
                        .formatted(provider.accountId("second"));
        var body = with(paying(), routing("single", target));
        return json(caller.post(provider.merchant(), "/payments", body));
    }

    private static JsonNode sent(Caller caller, String fields) {
        var body =
                """
                {"amount": 6540, "currency": "EUR", "capture_method": "manual", "confirm": true,
                 "payment_method": "pay_later", "billing": {"address": {"country": "DE"}}}
                """;
        return PaymentSpecimens.sentToProvider(caller, with(body, fields));
    }

    private static JsonNode byData(Caller caller, String type) {
        return sent(
                caller, "\"payment_method_data\": {\"pay_later\": {\"%s\": {}}}".formatted(type));
    }

    private static JsonNode billedByMethod(Caller caller) {
        var body =
                """
                {"amount": 6540, "currency": "EUR", "capture_method": "manual", "confirm": true,
                 %s, "payment_method_data": {"pay_later": {"invoice": {}},
                   "billing": {"address": {"country": "AT"}}}}
                """
                        .formatted(METHOD);
        return PaymentSpecimens.sentToProvider(caller, body);
    }

    /** The first of two connectors does not answer: the second one has it, or it fails. */
    private static JsonNode unreachable(Caller caller) {
        var listed = "\"connector\": [\"sandbox\", \"klarna\"], \"retry_action\": \"manual_retry\"";
        var payment = createPayment(caller, MerchantClient.body("error", "manual"), listed);
        return MERCHANT.await(
                        payment.path("payment_id").asString(),
                        SOON,
                        p -> !p.string("status").equals("processing"))
                .json();
    }

    private static JsonNode ownCredentials(Caller caller) {
        var body = with(paying(), SettlementSpecimens.CREDENTIALS);
        return PaymentSpecimens.sentToProvider(caller, body);
    }

    /** Without the name it would be the first account. */
    private static JsonNode byCredentials(Caller caller) {
        var provider = RecordedProvider.get();
        var named =
                "\"merchant_connector_details\": {\"creds_identifier\": \"%s\"}"
                        .formatted(provider.accountId("second"));
        return json(caller.post(provider.merchant(), "/payments", with(paying(), named)));
    }

    private static JsonNode grown(Caller caller) {
        var id =
                pay(caller, "\"request_incremental_authorization\": true")
                        .path("payment_id")
                        .asString();
        return json(caller.post("/payments/" + id + "/incremental_authorization", MORE));
    }

    private static JsonNode incrementSent(Caller caller) {
        var provider = RecordedProvider.get();
        var body = with(paying(), "\"request_incremental_authorization\": true");
        var payment = json(caller.post(provider.merchant(), "/payments", body));
        var id = payment.path("payment_id").asString();
        var path = "/payments/" + id + "/incremental_authorization";
        json(caller.post(provider.merchant(), path, MORE));
        return provider.sent(
                "/incremental_authorizations", payment.path("connector_transaction_id").asString());
    }
}
