package dev.paylater.e2e;

import static dev.paylater.e2e.PaymentSpecimens.METHOD;
import static dev.paylater.e2e.PaymentSpecimens.UNPAID;
import static dev.paylater.e2e.PaymentSpecimens.createPayment;
import static dev.paylater.e2e.PaymentSpecimens.json;
import static dev.paylater.e2e.PaymentSpecimens.with;
import static java.util.Map.entry;

import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** What a customer's browser takes part in, and the customers whom a merchant keeps. */
final class CustomerSpecimens {

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;
    private static final MerchantClient BROWSER = MerchantClient.CUSTOMER;
    private static final String THREE_DS =
            """
            "authentication_type": "three_ds", "request_external_three_ds_authentication": true,
            "browser_info": {"color_depth": 24, "java_enabled": true,
              "java_script_enabled": true, "language": "de", "screen_height": 1,
              "screen_width": 2, "time_zone": -60, "ip_address": "127.0.0.1",
              "accept_header": "*/*", "user_agent": "u", "os_type": "o", "os_version": "1",
              "device_model": "m"}
            """;
    private static final String IN_APP =
            """
            "device_channel": "APP", "threeds_method_comp_ind": "U",
            "sdk_information": {"sdk_app_id": "a", "sdk_enc_data": "b",
              "sdk_ephem_pub_key": {"kty": "EC"}, "sdk_trans_id": "c",
              "sdk_reference_number": "d", "sdk_max_timeout": 15, "sdk_type": "01"}
            """;
    private static final String KEPT =
            """
            "name": "Ada", "email": "ada@example.com", "phone": "1234567890",
            "phone_country_code": "49"
            """;
    private static final String ADDRESS =
            """
            "description": "regular", "metadata": {"a": "b"},
            "address": {"city": "Berlin", "country": "DE", "line1": "Main St 1", "line2": "b",
              "line3": "c", "zip": "10115", "state": "BE", "first_name": "Ada",
              "last_name": "Jones"}
            """;

    /** Klarna takes some types, the sandbox all others. */
    private static final String TWO_CONNECTORS = "\"connector\": [\"klarna\", \"sandbox\"]";

    private static final String ONE_WITH_PLANS = "\"connector\": [\"alma\"]";
    private static final String BASKET = "/payment_methods?amount=6540&currency=EUR&country=FR";

    static final Map<String, Function<Caller, JsonNode>> ALL =
            Map.ofEntries(
                    entry("confirmed by customer", CustomerSpecimens::confirmed),
                    entry("session over", CustomerSpecimens::sessionOver),
                    entry("read by customer", c -> read(c, "", true)),
                    entry("read by customer's query", c -> read(c, "?client_secret=", false)),
                    entry("read as another", c -> asAnother(c, "", "merchant_other")),
                    entry("read as another by query", c -> asAnother(c, "?merchant_id=", "")),
                    entry("completed", CustomerSpecimens::completed),
                    entry("returned", CustomerSpecimens::returned),
                    entry("to be authenticated", c -> threeDs(c, MERCHANT).json()),
                    entry("authentication", CustomerSpecimens::authentication),
                    entry("authenticated", CustomerSpecimens::authenticated),
                    entry("authentication sent", CustomerSpecimens::authenticationSent),
                    entry("tokens", c -> tokens(c, "\"wallets\": [\"sandbox\"]")),
                    entry(
                            "tokens with credentials",
                            c -> tokens(c, SettlementSpecimens.CREDENTIALS)),
                    entry("payment methods", c -> json(c.get(methods(TWO_CONNECTORS)))),
                    entry("payment plans", c -> json(c.get(methods(ONE_WITH_PLANS)))),
                    entry("payment methods of customer", CustomerSpecimens::methodsOfCustomer),
                    entry("payment methods of basket", c -> c.get(BASKET).json()),
                    entry(
                            "payment methods of profile",
                            c -> c.get(BASKET + "&profile_id=pro_none").json()),
                    entry("link", c -> json(c.get(link(c)))),
                    entry("linked", CustomerSpecimens::linked),
                    entry("ended link", CustomerSpecimens::endedLink),
                    entry("reusable link", CustomerSpecimens::reusableLink),
                    entry("link by body", c -> linkOfCustomer(c, true)),
                    entry("link by query", c -> linkOfCustomer(c, false)),
                    entry("link page", CustomerSpecimens::linkPage),
                    entry("customer of a payment", CustomerSpecimens::ofPayment),
                    entry("customer", c -> json(c.get("/customers/" + made(c)))),
                    entry("customer changed", CustomerSpecimens::changed),
                    entry("customer attached", CustomerSpecimens::attached),
                    entry("customer deleted", CustomerSpecimens::deleted));

    private CustomerSpecimens() {}

    private static JsonNode unpaid() {
        return json(MERCHANT.post("/payments", UNPAID));
    }

    private static String id(JsonNode payment) {
        return payment.path("payment_id").asString();
    }

    private static String secret(JsonNode payment) {
        return "\"client_secret\": \"" + payment.path("client_secret").asString() + "\"";
    }

    private static JsonNode confirmed(Caller caller) {
        var payment = unpaid();
        var body = "{" + METHOD + ", " + secret(payment) + "}";
        return caller.post(BROWSER, "/payments/" + id(payment) + "/confirm", body).json();
    }

    private static JsonNode sessionOver(Caller caller) {
        var payment = createPayment(caller, UNPAID, "\"session_expiry\": 0");
        return BROWSER.get("/payments/" + id(payment), "{" + secret(payment) + "}").json();
    }

    private static JsonNode read(Caller caller, String query, boolean isInBody) {
        var payment = unpaid();
        var secret = payment.path("client_secret").asString();
        var path = "/payments/" + id(payment) + (isInBody ? "" : query + secret);
        return caller.get(BROWSER, path, isInBody ? "{" + secret(payment) + "}" : "{}").json();
    }

    private static JsonNode asAnother(Caller caller, String query, String inBody) {
        var path = "/payments/" + id(unpaid()) + (query.isEmpty() ? "" : query + "merchant_other");
        var body = inBody.isEmpty() ? "{}" : "{\"merchant_id\": \"" + inBody + "\"}";
        return caller.get(MERCHANT, path, body).json();
    }

    private static JsonNode completed(Caller caller) {
        var payment = json(MERCHANT.pay("redirect", "manual"));
        var body =
                "{" + secret(payment) + ", \"shipping\": {\"address\": {\"city\": \"Potsdam\"}}}";
        return caller.post(BROWSER, "/payments/" + id(payment) + "/complete_authorize", body)
                .json();
    }

    private static JsonNode returned(Caller caller) {
        var payment = caller.post("/payments", MerchantClient.body("redirect", "manual"));
        return Seen.text(Browser.follow(payment, "approve"));
    }

    private static ApiAnswer threeDs(Caller caller, MerchantClient as) {
        return caller.post(
                as, "/payments", with(MerchantClient.body("3ds-challenge", "manual"), THREE_DS));
    }

    private static ApiAnswer authenticate(Caller caller, MerchantClient browser, JsonNode payment) {
        var body = "{" + secret(payment) + ", " + IN_APP + "}";
        return caller.post(browser, "/payments/" + id(payment) + "/3ds/authentication", body);
    }

    private static JsonNode authentication(Caller caller) {
        return authenticate(caller, BROWSER, threeDs(Caller.COMPLETE, MERCHANT).json()).json();
    }

    private static JsonNode authenticated(Caller caller) {
        var payment = threeDs(caller, MERCHANT).json();
        authenticate(caller, BROWSER, payment).expect(200);
        return json(MERCHANT.get("/payments/" + id(payment)));
    }

    private static JsonNode authenticationSent(Caller caller) {
        var provider = RecordedProvider.get();
        var payment = json(threeDs(caller, provider.merchant()));
        authenticate(caller, provider.customer(), payment).expect(200);
        return provider.sent("/authentications", id(payment));
    }

    private static JsonNode tokens(Caller caller, String fields) {
        var payment = json(MERCHANT.post("/payments", with(UNPAID, TWO_CONNECTORS)));
        var body =
                "{\"payment_id\": \"%s\", %s, %s}".formatted(id(payment), secret(payment), fields);
        return caller.post(BROWSER, "/payments/session_tokens", body).json();
    }

    private static String methods(String connectors) {
        var payment = json(MERCHANT.post("/payments", with(UNPAID, connectors)));
        return "/payments/" + id(payment) + "/payment_methods";
    }

    private static JsonNode methodsOfCustomer(Caller caller) {
        var payment = unpaid();
        var secret = payment.path("client_secret").asString();
        var path = "/payments/" + id(payment) + "/payment_methods?client_secret=" + secret;
        return caller.get(BROWSER, path).json();
    }

    private static JsonNode linked(Caller caller) {
        var fields =
                """
                "payment_link": true, "description": "A lamp", "payment_link_config":
                  {"theme": "#123456", "logo": "https://shop.example/logo.svg",
                   "seller_name": "Lamps and Sons"}
                """;
        return createPayment(caller, UNPAID, fields);
    }

    private static String link(Caller caller) {
        return "/payment_link/" + linked(caller).at("/payment_link/payment_link_id").asString();
    }

    private static JsonNode endedLink(Caller caller) {
        return configuredLink(caller, "\"expires_in\": 0");
    }

    private static JsonNode reusableLink(Caller caller) {
        return configuredLink(caller, "\"reusable\": true");
    }

    private static JsonNode configuredLink(Caller caller, String config) {
        var fields = "\"payment_link\": true, \"payment_link_config\": {" + config + "}";
        var payment = createPayment(caller, UNPAID, fields);
        var id = payment.at("/payment_link/payment_link_id").asString();
        return json(MERCHANT.get("/payment_link/" + id));
    }

    private static JsonNode linkOfCustomer(Caller caller, boolean isInBody) {
        var payment = linked(Caller.COMPLETE);
        var path = "/payment_link/" + payment.at("/payment_link/payment_link_id").asString();
        return isInBody
                ? caller.get(BROWSER, path, "{" + secret(payment) + "}").json()
                : caller.get(
                                BROWSER,
                                path + "?client_secret=" + payment.path("client_secret").asString())
                        .json();
    }

    private static JsonNode linkPage(Caller caller) {
        var page = linked(caller).at("/payment_link/link").asString();
        return Seen.text(MerchantClient.NOBODY.get(page).expect(200).text());
    }

    private static String newId() {
        return "cus_" + UUID.randomUUID();
    }

    private static JsonNode ofPayment(Caller caller) {
        var id = newId();
        createPayment(caller, UNPAID, "\"customer\": {\"id\": \"" + id + "\", " + KEPT + "}");
        return json(MERCHANT.get("/customers/" + id));
    }

    private static String made(Caller caller) {
        var id = newId();
        var body = "{\"customer_id\": \"" + id + "\", " + KEPT + ", " + ADDRESS + "}";
        caller.post("/customers", body).expect(200);
        return id;
    }

    private static JsonNode changed(Caller caller) {
        var path = "/customers/" + newId();
        var id = path.substring(path.lastIndexOf('/') + 1);
        json(MERCHANT.post("/customers", "{\"customer_id\": \"" + id + "\"}"));
        json(caller.post(path, "{" + KEPT + ", " + ADDRESS + "}"));
        return json(MERCHANT.get(path));
    }

    /** By customer_id, which is then found in lists. */
    private static JsonNode attached(Caller caller) {
        var id = made(Caller.COMPLETE);
        createPayment(caller, UNPAID, "\"customer_id\": \"" + id + "\"");
        return json(MERCHANT.get("/payments/list?customer_id=" + id));
    }

    private static JsonNode deleted(Caller caller) {
        return json(MERCHANT.delete("/customers/" + made(caller)));
    }
}
