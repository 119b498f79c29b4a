package dev.paylater.e2e;

import static dev.paylater.e2e.PaymentSpecimens.json;
import static java.util.Map.entry;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** Merchants, profiles, keys and accounts as administrators make them, and the log of it. */
final class AdminSpecimens {

    private static final String MERCHANTS = "/admin/merchants";
    private static final String ROUTING =
            "\"routing\": {\"type\": \"single\", \"data\": \"klarna\"}";
    private static final String PROFILE =
            """
            "name": "Lamps", "webhook_url": "%s/hooks/profile",
            "allowed_domains": ["shop.example"], "is_default": true, "accept_partial_approval": true,
            "payment_link_expires_in": 7200,
            "payment_response_hash_key": "hash_0123456789abcdef0123456789abcdef", %s
            """
                    .formatted(ProviderLedger.BASE, ROUTING);
    private static final String LIMITS =
            """
            "name": "reporting", "expires_at": "2100-01-01T00:00:00Z",
            "allowed_addresses": ["10.0.0.0/8"]
            """;
    private static final String ACCOUNT =
            """
            "enabled": false, "strict": true, "position": 7, "base_url": "%s/sandbox/v1",
            "settings": {"timeout_millis": 8000},
            "business_country": "DE", "business_label": "lamps"
            """
                    .formatted(ProviderLedger.BASE);

    private static final String WEBHOOK_SECRET = "whsec_0123456789abcdef";
    private static final String SECRET = "\"webhook_secret\": \"" + WEBHOOK_SECRET + "\"";

    static final Map<String, Function<Caller, JsonNode>> ALL =
            Map.ofEntries(
                    entry("merchant", c -> json(c.inspect(merchant(c)))),
                    entry("merchants", c -> ListSpecimens.items(c.inspect(MERCHANTS)).path(0)),
                    entry("profile", AdminSpecimens::profile),
                    entry("profile chosen", AdminSpecimens::profileChosen),
                    entry("profile changed", AdminSpecimens::profileChanged),
                    entry("profile routed", AdminSpecimens::profileRouted),
                    entry("profile's endpoint", AdminSpecimens::profileEndpoint),
                    entry("foreign return", AdminSpecimens::foreignReturn),
                    entry(
                            "key",
                            c ->
                                    key(
                                            c,
                                            "\"kind\": \"secret\", \"scopes\": [\"reports\"], "
                                                    + LIMITS)),
                    entry("keys", AdminSpecimens::keys),
                    entry("key limited by scope", c -> used(c, "\"scopes\": [\"reports\"]")),
                    entry(
                            "key limited by address",
                            c -> used(c, "\"allowed_addresses\": [\"10.0.0.0/8\"]")),
                    entry("key strict", AdminSpecimens::keyStrict),
                    entry("key over", AdminSpecimens::keyOver),
                    entry("key of a browser", c -> used(c, "\"kind\": \"publishable\"")),
                    entry("key rotated", AdminSpecimens::rotated),
                    entry("key rotated out", AdminSpecimens::rotatedOut),
                    entry("key revoked", AdminSpecimens::revoked),
                    entry(
                            "administrator",
                            c -> json(administrator(c, LIMITS + ", \"role\": \"support\""))),
                    entry(
                            "administrators",
                            c -> ListSpecimens.items(c.inspect("/admin/keys")).path(0)),
                    entry(
                            "administrator rotated",
                            c -> operated(c, "rotate", "{\"overlap_seconds\": 60}")),
                    entry("administrator revoked", c -> operated(c, "revoke", "{}")),
                    entry("account", AdminSpecimens::account),
                    entry("accounts", AdminSpecimens::accounts),
                    entry("account changed", AdminSpecimens::accountChanged),
                    entry("account verified", AdminSpecimens::accountVerified),
                    entry("account used", AdminSpecimens::accountUsed),
                    entry("account changed used", AdminSpecimens::accountChangedUsed),
                    entry("logged", c -> logged(c, merchant(), "").path(0)),
                    entry("account notified", AdminSpecimens::notified),
                    entry("account changed notified", AdminSpecimens::changedNotified),
                    entry("merchant list", c -> json(c.inspect(MERCHANTS))),
                    entry("profile list", c -> listed(c, "/profiles", "{" + PROFILE + "}")),
                    entry("key list", c -> listed(c, "/api_keys", "{\"kind\": \"secret\"}")),
                    entry(
                            "account list",
                            c -> listed(c, "/connector_accounts", accountBody(ACCOUNT))),
                    entry("audit list", AdminSpecimens::auditList),
                    entry("log by merchant", AdminSpecimens::logOfMerchant),
                    entry("log by action", AdminSpecimens::logOfAction),
                    entry("log by actor", c -> counted(c, "&actor=key_nobody")),
                    entry("log by start", c -> counted(c, "&from=2100-01-01T00:00:00Z")),
                    entry("log by end", c -> counted(c, "&to=2026-01-01T00:00:00Z")),
                    entry("log by limit", c -> counted(c, "&limit=1")),
                    entry("log by cursor", AdminSpecimens::logAfterFirst));

    private AdminSpecimens() {}

    private static String newId() {
        return UUID.randomUUID().toString().substring(0, 13);
    }

    private static String merchant(Caller caller) {
        var body = "{\"merchant_id\": \"merchant_%s\", \"name\": \"Lamps\"}".formatted(newId());
        return MERCHANTS + "/" + caller.administer(MERCHANTS, body).string("merchant_id");
    }

    private static String merchant() {
        return merchant(Caller.COMPLETE);
    }

    private static String idOf(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static JsonNode profile(Caller caller) {
        return json(caller.administer(merchant() + "/profiles", "{" + PROFILE + "}"));
    }

    private static JsonNode profileChosen(Caller caller) {
        var id = "pro_chosen-" + newId();
        var body = "{\"profile_id\": \"" + id + "\"}";
        var path = merchant() + "/profiles";
        json(caller.administer(path, body));
        return ListSpecimens.items(caller.inspect(path));
    }

    private static JsonNode profileChanged(Caller caller) {
        var path = merchant() + "/profiles";
        var id = json(Caller.COMPLETE.administer(path, "{}")).path("profile_id").asString();
        return json(caller.administer(path + "/" + id, "{" + PROFILE + "}"));
    }

    private static JsonNode profileRouted(Caller caller) {
        var path = merchant() + "/profiles";
        var id = json(Caller.COMPLETE.administer(path, "{}")).path("profile_id").asString();
        return caller.administer(path + "/" + id + "/routing", "{" + ROUTING + "}").json();
    }

    private static MerchantClient user(String merchant) {
        return new MerchantClient(
                key(Caller.COMPLETE, merchant, "\"kind\": \"secret\"").path("api_key").asString());
    }

    /** The endpoint that a profile's webhook_url is. */
    private static JsonNode profileEndpoint(Caller caller) {
        var merchant = merchant();
        json(caller.administer(merchant + "/profiles", "{" + PROFILE + "}"));
        return ListSpecimens.items(user(merchant).get("/webhook_endpoints"));
    }

    private static JsonNode foreignReturn(Caller caller) {
        var merchant = merchant();
        json(caller.administer(merchant + "/profiles", "{" + PROFILE + "}"));
        var body =
                "{\"amount\": 1, \"currency\": \"EUR\", \"return_url\": \"https://evil.example\"}";
        return user(merchant).post("/payments", body).json();
    }

    private static JsonNode key(Caller caller, String fields) {
        return key(caller, merchant(), fields);
    }

    private static JsonNode key(Caller caller, String merchant, String fields) {
        return json(caller.administer(merchant + "/api_keys", "{" + fields + "}"));
    }

    private static JsonNode keys(Caller caller) {
        var merchant = merchant();
        key(Caller.COMPLETE, merchant, "\"kind\": \"secret\"");
        return ListSpecimens.items(caller.inspect(merchant + "/api_keys"));
    }

    /** What is answered to somebody with such a key. */
    private static JsonNode used(Caller caller, String fields) {
        var merchant = merchant();
        var body = MerchantClient.with("{\"kind\": \"secret\"}", fields);
        var key = json(caller.administer(merchant + "/api_keys", body));
        return new MerchantClient(key.path("api_key").asString()).get("/payments/list").json();
    }

    /** The answer to a strict API key for a field whose name is misspelt. */
    private static JsonNode keyStrict(Caller caller) {
        var fields = "\"kind\": \"secret\", \"strict\": true";
        var user = new MerchantClient(key(caller, fields).path("api_key").asString());
        return user.post("/payments", "{\"amount\": 1, \"currency\": \"EUR\", \"ammount\": 1}")
                .json();
    }

    /** The answer to an API key that expires after one second. */
    private static JsonNode keyOver(Caller caller) {
        var now = Instant.now();
        var fields = "\"kind\": \"secret\", \"expires_at\": \"%s\"".formatted(now.plusSeconds(1));
        var user = new MerchantClient(key(caller, fields).path("api_key").asString());
        var answer = user.get("/payments/list");
        while (answer.status() == 200 && Instant.now().isBefore(now.plusSeconds(3))) {
            MerchantClient.pause();
            answer = user.get("/payments/list");
        }
        return answer.json();
    }

    private static JsonNode rotated(Caller caller) {
        var keys = merchant() + "/api_keys";
        var body = "{\"kind\": \"secret\", \"name\": \"till\"}";
        var key = json(Caller.COMPLETE.administer(keys, body)).path("key_id").asString();
        json(caller.administer(keys + "/" + key + "/rotate", "{\"overlap_seconds\": 60}"));
        return ListSpecimens.items(caller.inspect(keys));
    }

    /** What the old key is answered with after a rotation without an overlap. */
    private static JsonNode rotatedOut(Caller caller) {
        var keys = merchant() + "/api_keys";
        var key = json(Caller.COMPLETE.administer(keys, "{\"kind\": \"secret\"}"));
        var path = keys + "/" + key.path("key_id").asString() + "/rotate";
        json(caller.administer(path, "{\"overlap_seconds\": 0}"));
        return new MerchantClient(key.path("api_key").asString()).get("/payments/list").json();
    }

    private static JsonNode revoked(Caller caller) {
        var keys = merchant() + "/api_keys";
        var key = json(Caller.COMPLETE.administer(keys, "{\"kind\": \"secret\"}"));
        return json(
                caller.administer(keys + "/" + key.path("key_id").asString() + "/revoke", "{}"));
    }

    private static ApiAnswer administrator(Caller caller, String fields) {
        return caller.administer("/admin/keys", "{" + fields + "}");
    }

    private static JsonNode operated(Caller caller, String operation, String body) {
        var fields = "\"name\": \"Ada\", \"role\": \"read_only\"";
        var key = json(administrator(Caller.COMPLETE, fields)).path("key_id").asString();
        return json(caller.administer("/admin/keys/" + key + "/" + operation, body));
    }

    private static String accountBody(String more) {
        var account = "{\"connector\": \"sandbox\", \"credentials\": {\"api_key\": \"sandbox_x\"}}";
        return MerchantClient.with(account, more);
    }

    private static JsonNode account(Caller caller) {
        var id = "\"merchant_connector_id\": \"mca_chosen-%s\", ".formatted(newId());
        var body = accountBody(id + ACCOUNT);
        return caller.administer(merchant() + "/connector_accounts", body).json();
    }

    private static JsonNode accounts(Caller caller) {
        var path = merchant() + "/connector_accounts";
        json(Caller.COMPLETE.administer(path, accountBody(ACCOUNT)));
        return ListSpecimens.items(caller.inspect(path)).path(0);
    }

    /** The path of an account that nothing is said of. */
    private static String account(String merchant) {
        var path = merchant + "/connector_accounts";
        var made = json(Caller.COMPLETE.administer(path, accountBody("\"position\": 1")));
        return path + "/" + made.path("merchant_connector_id").asString();
    }

    private static JsonNode accountChanged(Caller caller) {
        var body = "{\"credentials\": {\"api_key\": \"sandbox_x\"}, " + ACCOUNT + "}";
        return caller.administer(account(merchant()), body).json();
    }

    private static String usable(String merchant) {
        return """
        "base_url": "%s/sandbox/v1", "credentials": {"api_key": "sandbox_%s"}
        """
                .formatted(ProviderLedger.BASE, idOf(merchant));
    }

    /** A payment at an account with these credentials. */
    private static JsonNode accountUsed(Caller caller) {
        var merchant = merchant();
        json(caller.administer(merchant + "/connector_accounts", accountBody(usable(merchant))));
        return user(merchant).pay("", "manual").json();
    }

    /** What the provider says to an account with these credentials. */
    private static JsonNode accountVerified(Caller caller) {
        var merchant = merchant();
        var body = accountBody(usable(merchant));
        var account = json(Caller.COMPLETE.administer(merchant + "/connector_accounts", body));
        var path =
                merchant
                        + "/connector_accounts/"
                        + account.path("merchant_connector_id").asString()
                        + "/verify";
        return json(caller.administer(path, "{}"));
    }

    private static JsonNode accountChangedUsed(Caller caller) {
        var merchant = merchant();
        json(caller.administer(account(merchant), "{" + usable(merchant) + "}"));
        return user(merchant).pay("", "manual").json();
    }

    private static JsonNode notified(Caller caller) {
        var merchant = merchant();
        json(caller.administer(merchant + "/connector_accounts", accountBody(SECRET)));
        return notify(merchant);
    }

    private static JsonNode changedNotified(Caller caller) {
        var merchant = merchant();
        json(caller.administer(account(merchant), "{" + SECRET + "}"));
        return notify(merchant);
    }

    /** Whether what the account's provider signs is taken. */
    private static JsonNode notify(String merchant) {
        var body =
                """
                {"event_id": "evt_1", "type": "dispute.opened", "data": {"dispute":
                  {"id": "dp_1", "merchant_reference": "pay_00000000000000000000000000",
                   "stage": "dispute", "status": "dispute_opened", "amount": 1,
                   "currency": "EUR"}}}
                """;
        var notification = ForgedNotification.sandbox(body, WEBHOOK_SECRET, Instant.now());
        return Seen.text("HTTP " + notification.sendFor(idOf(merchant)));
    }

    /** What a new merchant has of a kind, after one was made. */
    private static JsonNode listed(Caller caller, String kind, String body) {
        var path = merchant() + kind;
        json(Caller.COMPLETE.administer(path, body));
        return json(caller.inspect(path));
    }

    /** The latest line of a merchant that was given a key. */
    private static JsonNode auditList(Caller caller) {
        var merchant = merchant();
        key(Caller.COMPLETE, merchant, "\"kind\": \"secret\"");
        return json(caller.inspect("/audit_log?limit=1&merchant_id=" + idOf(merchant)));
    }

    private static JsonNode logged(Caller caller, String merchant, String query) {
        return ListSpecimens.items(
                caller.inspect("/audit_log?merchant_id=" + idOf(merchant) + query));
    }

    private static JsonNode logOfMerchant(Caller caller) {
        var merchant = merchant();
        return Seen.only(logged(caller, merchant, ""), "merchant_id", idOf(merchant));
    }

    private static JsonNode logOfAction(Caller caller) {
        var merchant = merchant();
        key(Caller.COMPLETE, merchant, "\"kind\": \"secret\"");
        var found = logged(caller, merchant, "&action=createMerchant");
        return Seen.only(found, "action", "createMerchant");
    }

    private static JsonNode counted(Caller caller, String query) {
        var merchant = merchant();
        key(Caller.COMPLETE, merchant, "\"kind\": \"secret\"");
        return Seen.size(logged(caller, merchant, query));
    }

    private static JsonNode logAfterFirst(Caller caller) {
        var merchant = merchant();
        key(Caller.COMPLETE, merchant, "\"kind\": \"secret\"");
        var all = logged(Caller.COMPLETE, merchant, "");
        var first = all.at("/0/audit_id").asString();
        var page = logged(caller, merchant, "&starting_after=" + first);
        var names = Map.of(first, "first", all.at("/1/audit_id").asString(), "second");
        return ListSpecimens.names(page, "audit_id", names);
    }
}
