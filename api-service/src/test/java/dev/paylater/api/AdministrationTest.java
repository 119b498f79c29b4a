package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.paylater.api.json.Json;
import dev.paylater.kit.security.Audience;
import dev.paylater.schemas.SettleOperation;
import dev.paylater.schemas.SettleUnwantedMoney;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executors;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Everything that the seeded merchant has can be made through the admin API. */
class AdministrationTest {

    private static final RunningApi API = RunningApi.shared();
    private static final String ACCOUNT_UNDER_ATTACK =
            """
            {"connector": "klarna", "merchant_connector_id": "mca_attacked",
             "base_url": "https://provider.example",
             "credentials": {"username": "canary", "password": "canary"}}
            """;

    private static final String VERIFIED =
            """
            {"merchant_connector_id": "mca_verified", "verified": false, "status": "refused",
             "message": "wrong", "http_status": 401, "checked_at": "2026-01-01T00:00:00Z"}\
            """;

    @Test
    void a_merchant_with_a_key_and_an_account_can_take_payments() {
        post("", "{\"merchant_id\": \"merchant_new\", \"name\": \"New\"}");
        assertThat(post("", "{\"merchant_id\": \"merchant_new\"}").code()).isEqualTo("HE_01");
        assertThat(get("/merchant_new").json().path("default_profile_id").asString())
                .startsWith("pro_");
        var account =
                post(
                        "/merchant_new/connector_accounts",
                        """
                        {"connector": "sandbox", "credentials": {"api_key": "canary"},
                         "base_url": "https://sandbox.example", "webhook_secret": "canary-of-sixteen",
                         "settings": {"locale": "de-DE"}, "strict": true}
                        """);
        assertThat(account.status()).isEqualTo(200);
        assertThat(account.body()).doesNotContain("canary").contains("\"locale\":\"de-DE\"");
        assertThat(account.json().path("strict").booleanValue()).isTrue();
        var relaxed =
                post(
                        "/merchant_new/connector_accounts/"
                                + account.json().path("merchant_connector_id").asString(),
                        "{\"strict\": false}");
        assertThat(relaxed.json().path("strict").booleanValue(true)).isFalse();
        assertThat(get("/merchant_new/connector_accounts").body()).doesNotContain("canary");
        var key = issue("merchant_new");
        assertThat(API.postAs(key, "/payments", "{\"amount\": 1, \"currency\": \"EUR\"}").status())
                .isEqualTo(200);
    }

    @Test
    void a_webhook_secret_that_can_be_guessed_is_refused() {
        post("", "{\"merchant_id\": \"merchant_guessed\"}");
        var accounts = "/merchant_guessed/connector_accounts";
        var account =
                "{\"connector\": \"sandbox\", \"credentials\": {\"api_key\": \"k\"},"
                        + " \"base_url\": \"https://sandbox.example\","
                        + " \"merchant_connector_id\": \"mca_guessed\"%s}";
        var secret = "\"webhook_secret\": \"%s\"";

        var fifteen = post(accounts, account.formatted(", " + secret.formatted("x".repeat(15))));
        assertTooShort(fifteen);
        assertTooShort(post(accounts, account.formatted(", \"webhook_secret\": \"\"")));
        assertThat(post(accounts, account.formatted("")).status()).isEqualTo(200);
        var change = accounts + "/mca_guessed";
        assertTooShort(post(change, "{" + secret.formatted("0123456789abcde") + "}"));
        assertThat(post(change, "{" + secret.formatted("0123456789abcdef") + "}").status())
                .isEqualTo(200);
    }

    private static void assertTooShort(RunningApi.Reply answer) {
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.code()).isEqualTo("IR_05");
        assertThat(answer.json().at("/error/param").asString()).isEqualTo("webhook_secret");
        assertThat(answer.json().at("/error/message").asString())
                .isEqualTo("webhook_secret must have at least 16 characters");
    }

    @Test
    void an_operator_settles_what_a_provider_does_not_tell_with_name_and_reason() {
        var paymentId =
                API.post("/payments", "{\"amount\": 6540, \"currency\": \"EUR\"}")
                        .json()
                        .path("payment_id")
                        .asString();
        var payment = "/merchant_sandbox/payments/" + paymentId;
        var settled =
                post(
                        payment + "/operations/" + paymentId + "_1_capture_1/settle",
                        """
                        {"result": "succeeded", "amount": 5000, "operator": "ada",
                         "reason": "ticket 7"}
                        """);
        assertThat(settled.status()).as(settled.body()).isEqualTo(200);
        assertThat(settled.json().path("payment_id").asString()).isEqualTo(paymentId);
        assertThat(API.orchestrator.received(SettleOperation.class))
                .last()
                .satisfies(
                        command -> {
                            assertThat(command.getMerchantId()).isEqualTo("merchant_sandbox");
                            assertThat(command.getPaymentId()).isEqualTo(paymentId);
                            assertThat(command.getOperationId())
                                    .isEqualTo(paymentId + "_1_capture_1");
                            assertThat(command.getSucceeded()).isTrue();
                            assertThat(command.getAmount()).isEqualTo(5_000);
                            assertThat(command.getOperator())
                                    .isEqualTo("Sandbox (key_admin_sandbox)");
                            assertThat(command.getReason()).isEqualTo("ticket 7");
                        });
        assertThat(
                        post(
                                        payment + "/unwanted_money/settle",
                                        """
                                        {"attempt_id": "%s_1", "amount": 6540,
                                         "operator": "ada", "reason": "ticket 8"}
                                        """
                                                .formatted(paymentId))
                                .status())
                .isEqualTo(200);
        assertThat(API.orchestrator.received(SettleUnwantedMoney.class))
                .last()
                .satisfies(
                        command -> {
                            assertThat(command.getPaymentId()).isEqualTo(paymentId);
                            assertThat(command.getOperator())
                                    .isEqualTo("Sandbox (key_admin_sandbox)");
                            assertThat(command.getReason()).isEqualTo("ticket 8");
                            assertThat(command.getAttemptId()).isEqualTo(paymentId + "_1");
                            assertThat(command.getAmount()).isEqualTo(6_540);
                        });
        var named =
                API.administer("/admin/keys", "{\"name\": \"ada\", \"role\": \"operator\"}").json();
        var answer =
                API.administerAs(
                        named.path("api_key").asString(),
                        "/admin/merchants" + payment + "/unwanted_money/settle",
                        """
                        {"attempt_id": "%s_1", "amount": 6540, "operator": "eve", "reason": "r"}
                        """
                                .formatted(paymentId));
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(API.orchestrator.received(SettleUnwantedMoney.class))
                .last()
                .extracting(SettleUnwantedMoney::getOperator)
                .isEqualTo("ada (" + named.path("key_id").asString() + ")");
        for (var incomplete :
                List.of(
                        "{\"operator\": \"ada\", \"reason\": \"r\", \"amount\": 6540}",
                        "{\"operator\": \"ada\", \"reason\": \"r\", \"attempt_id\": \"p_1\"}",
                        "{\"operator\": \"ada\", \"amount\": 6540, \"attempt_id\": \"p_1\"}")) {
            assertThat(post(payment + "/unwanted_money/settle", incomplete).code())
                    .isEqualTo("IR_04");
        }
        assertThat(
                        post(
                                        "/merchant_sandbox/refunds/ref_unknown/settle",
                                        """
                                        {"result": "failed", "operator": "ada", "reason": "r"}
                                        """)
                                .code())
                .isEqualTo("HE_02");
    }

    @Test
    void whoever_changes_where_an_account_calls_does_not_get_the_credentials_that_are_stored() {
        post("/merchant_sandbox/connector_accounts", ACCOUNT_UNDER_ATTACK);
        var account = "/merchant_sandbox/connector_accounts/mca_attacked";
        for (var host :
                List.of(
                        "https://collector.example",
                        "https://provider.example.collector.example",
                        "https://provider.example/",
                        "http://provider.example")) {
            var stolen = post(account, "{\"base_url\": \"" + host + "\", \"enabled\": false}");
            assertThat(stolen.status()).as(host).isEqualTo(400);
            assertThat(stolen.code()).isEqualTo("IR_04");
            assertThat(stolen.json().at("/error/param").asString()).isEqualTo("credentials");
        }
        assertThat(post(account, "{\"base_url\": \"https://x.y\", \"credentials\": null}").code())
                .isEqualTo("IR_04");
        var withPassword =
                "{\"base_url\": \"https://u:p@provider.example\", \"credentials\": {\"a\": \"b\"}}";
        assertThat(post(account, withPassword).code()).as("shown and logged").isEqualTo("IR_05");
        var before = stored("connector_accounts", "mca_attacked");
        assertThat(before)
                .containsEntry("base_url", "https://provider.example")
                .containsEntry("enabled", true);
        assertThat(post(account, "{\"base_url\": \"https://provider.example\"}").status())
                .isEqualTo(200);
        assertThat(
                        post(
                                        account,
                                        """
                                        {"base_url": "https://collector.example",
                                         "credentials": {"username": "mine", "password": "mine"}}
                                        """)
                                .status())
                .isEqualTo(200);
        var after = stored("connector_accounts", "mca_attacked");
        assertThat(after).containsEntry("base_url", "https://collector.example");
        assertThat(after.getString("credentials")).isNotEqualTo(before.getString("credentials"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    klarna  | 'api_key': 'x'                                          |               | 422 | IR_05 | credentials.api_key  | password
                    klarna  | 'username': 'x', 'pasword': 'x'                         |               | 422 | IR_05 | credentials.pasword  | password
                    klarna  | 'username': 'x'                                         |               | 400 | IR_04 | credentials.password | password
                    klarna  | 'username': 'x', 'password': ' '                        |               | 422 | IR_05 | credentials.password | empty
                    klarna  | 'username': 'x', 'password': 1                          |               | 400 | IR_04 | credentials.password | text
                    klarna  | 'username': 'x', 'password': 'x'                        | 'playgrund': true | 422 | IR_05 | settings.playgrund | playground
                    klarna  | 'username': 'x', 'password': 'x'                        | 'playground': 'yes' | 422 | IR_05 | settings.playground | true or false
                    alma    | 'api_key': 'x'                                          | 'deferred_days': '30' | 422 | IR_05 | settings.deferred_days | integer
                    """)
    void an_account_is_made_of_what_its_connector_declares(
            String connector,
            String credentials,
            @Nullable String settings,
            int status,
            String code,
            String param,
            String says) {
        var body =
                "{'connector': '%s', 'credentials': {%s}, 'settings': {%s}}"
                        .formatted(connector, credentials, settings == null ? "" : settings)
                        .replace('\'', '"');
        var answer = post("/merchant_sandbox/connector_accounts", body);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.code()).isEqualTo(code);
        assertThat(answer.json().at("/error/param").asString()).isEqualTo(param);
        assertThat(answer.json().at("/error/message").asString()).contains(says);
    }

    @Test
    void the_settings_of_an_account_are_checked_when_it_is_changed_too() {
        var path = "/merchant_sandbox/connector_accounts/mca_sandbox_klarna";
        var misspelt = post(path, "{\"settings\": {\"regoin\": \"-na\"}}");
        assertThat(misspelt.json().at("/error/message").asString()).contains("region");
        assertThat(post(path, "{\"enabled\": true}").status()).isEqualTo(200);
    }

    @Test
    void an_account_at_the_providers_own_address_is_not_moved_without_credentials_either() {
        var account =
                post(
                                "/merchant_sandbox/connector_accounts",
                                "{\"connector\": \"klarna\", \"credentials\": {\"username\":"
                                        + " \"u\", \"password\": \"p\"}}")
                        .json();
        assertThat(account.path("settings"))
                .as("this is an installation for tests")
                .isEqualTo(Json.read("{\"playground\": true}"));
        var path =
                "/merchant_sandbox/connector_accounts/"
                        + account.path("merchant_connector_id").asString();
        assertThat(post(path, "{\"base_url\": \"https://collector.example\"}").code())
                .isEqualTo("IR_04");
    }

    @Test
    void an_account_is_verified_by_connector_service_and_the_answer_says_what_came_back() {
        var path = newAccount("mca_verified") + "/verify";
        API.forgetForwarded();
        API.answerOfPeers = VERIFIED;
        try {
            var answer = post(path, "");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.json())
                    .isEqualTo(
                            Json.read(
                                    """
                                    {"merchant_connector_id": "mca_verified",
                                     "connector": "klarna", "verified": false,
                                     "status": "refused", "message": "wrong", "http_status": 401,
                                     "checked_at": "2026-01-01T00:00:00Z"}
                                    """));
        } finally {
            API.answerOfPeers = null;
        }
        assertThat(API.lastForwardedFor()).isEqualTo("merchant_sandbox");
        assertThat(API.lastForwardedBody()).isEmpty();
        assertThat(post(path, "").status()).as("connector-service is away").isEqualTo(503);
    }

    @Test
    void connector_service_is_shown_a_token_for_itself() {
        API.forgetForwarded();
        API.post("/webhooks/merchant_sandbox/sandbox", "{}");
        assertThat(API.lastForwardedTo()).isEqualTo(Audience.CONNECTOR);
    }

    @Test
    void nobody_verifies_an_account_under_another_merchant() {
        newAccount("mca_of_sandbox");
        post("", "{\"merchant_id\": \"merchant_stranger\"}");
        API.forgetForwarded();
        for (var path :
                List.of(
                        "/merchant_stranger/connector_accounts/mca_of_sandbox/verify",
                        "/merchant_sandbox/connector_accounts/mca_nobodys/verify",
                        "/merchant_nobody/connector_accounts/mca_of_sandbox/verify")) {
            var answer = post(path, "");
            assertThat(answer.status()).as(path).isEqualTo(404);
            assertThat(answer.code()).isEqualTo("HE_02");
        }
        assertThat(API.lastForwardedFor()).isNull();
    }

    @Test
    void an_account_is_verified_a_few_times_a_minute() {
        var path = newAccount("mca_often") + "/verify";
        var other = newAccount("mca_seldom") + "/verify";
        API.answerOfPeers = VERIFIED;
        try {
            for (var i = 0; i < 4; i++) {
                assertThat(post(path, "").status()).isEqualTo(200);
            }
            var tooMany = post(path, "");
            assertThat(tooMany.status()).isEqualTo(429);
            assertThat(tooMany.code()).isEqualTo("RL_01");
            assertThat(Integer.parseInt(tooMany.header("Retry-After"))).isBetween(1, 15);
            assertThat(post(other, "").status()).isEqualTo(200);
        } finally {
            API.answerOfPeers = null;
        }
    }

    private static String newAccount(String id) {
        var body =
                """
                {"connector": "klarna", "merchant_connector_id": "%s",
                 "credentials": {"username": "u", "password": "p"}}
                """
                        .formatted(id);
        assertThat(post("/merchant_sandbox/connector_accounts", body).status()).isEqualTo(200);
        return "/merchant_sandbox/connector_accounts/" + id;
    }

    @Test
    void a_revoked_key_stops_working() {
        var issued = post("/merchant_sandbox/api_keys", "{\"kind\": \"secret\"}").json();
        var key = issued.path("api_key").asString();
        assertThat(API.getAs(key, "/payments/list").status()).isEqualTo(200);
        var listed = get("/merchant_sandbox/api_keys");
        assertThat(listed.body()).doesNotContain(key);
        post("/merchant_sandbox/api_keys/" + issued.path("key_id").asString() + "/revoke", "");
        assertThat(API.getAs(key, "/payments/list").status()).isEqualTo(401);
    }

    @Test
    void concurrent_changes_of_a_profile_and_a_customer_all_last() {
        post("/merchant_other/profiles", "{\"profile_id\": \"pro_race\", \"name\": \"R\"}");
        API.post("/customers", "{\"customer_id\": \"cus_race\"}");
        var changes =
                List.<Runnable>of(
                        () -> post("/merchant_other/profiles/pro_race", "{\"name\": \"N\"}"),
                        () ->
                                post(
                                        "/merchant_other/profiles/pro_race",
                                        "{\"allowed_domains\": [\"shop.example\"]}"),
                        () ->
                                post(
                                        "/merchant_other/profiles/pro_race/routing",
                                        """
                                        {"routing": {"type": "single", "data": "klarna"}}
                                        """),
                        () -> API.post("/customers/cus_race", "{\"name\": \"Ada\"}"),
                        () -> API.post("/customers/cus_race", "{\"phone\": \"1\"}"),
                        () -> API.post("/customers/cus_race", "{\"email\": \"a@b.c\"}"));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            changes.forEach(threads::execute);
        }
        var profiles = get("/merchant_other/profiles").items();
        var profile =
                profiles.valueStream()
                        .filter(one -> one.path("profile_id").asString().equals("pro_race"))
                        .findFirst()
                        .orElseThrow();
        assertThat(profile.path("name").asString()).isEqualTo("N");
        assertThat(profile.at("/allowed_domains/0").asString()).isEqualTo("shop.example");
        assertThat(profile.at("/routing/data").asString()).isEqualTo("klarna");
        var customer = API.get("/customers/cus_race").json();
        assertThat(customer.path("name").asString()).isEqualTo("Ada");
        assertThat(customer.path("phone").asString()).isEqualTo("1");
        assertThat(customer.path("email").asString()).isEqualTo("a@b.c");
    }

    @Test
    void a_customer_and_an_account_are_stored_under_the_names_of_the_data_model() {
        var created =
                API.post(
                        "/customers",
                        """
                        {"customer_id": "cus_stored", "name": "Ada King", "phone_country_code": "49",
                         "address": {"city": "Berlin"}}
                        """);
        assertThat(created.status()).as(created.body()).isEqualTo(200);
        var stored = stored("customers", "merchant_sandbox/cus_stored");
        assertThat(stored.toString()).doesNotContain("Ada King", "Berlin");
        assertThat(stored.keySet())
                .containsExactlyInAnyOrder(
                        "_id",
                        "merchant_id",
                        "customer_id",
                        "name",
                        "phone_country_code",
                        "address",
                        "created_at",
                        "created_by",
                        "version");
        assertThat(stored("connector_accounts", "mca_sandbox_klarna").keySet())
                .containsExactlyInAnyOrder(
                        "_id",
                        "merchant_id",
                        "connector",
                        "enabled",
                        "position",
                        "base_url",
                        "credentials",
                        "webhook_secret",
                        "settings",
                        "created_at",
                        "version");
        assertThat(stored("profiles", "pro_sandbox").keySet())
                .containsExactlyInAnyOrder(
                        "_id",
                        "merchant_id",
                        "name",
                        "payment_response_hash_key",
                        "is_default",
                        "created_at",
                        "version");
        assertThat(stored("api_keys", "key_pk_sandbox"))
                .containsEntry("kind", "publishable")
                .containsOnlyKeys(
                        "_id",
                        "merchant_id",
                        "kind",
                        "name",
                        "prefix",
                        "hash",
                        "created_at",
                        "version");
        assertThat(stored("merchants", "merchant_sandbox").keySet())
                .containsExactlyInAnyOrder("_id", "name", "created_at");
    }

    private static Document stored(String collection, String id) {
        return Objects.requireNonNull(
                API.bean(MongoDatabase.class)
                        .getCollection(collection)
                        .find(new Document("_id", id))
                        .first());
    }

    @Test
    void a_rotated_key_works_for_its_overlap() {
        var issued = post("/merchant_sandbox/api_keys", "{\"kind\": \"secret\"}").json();
        var path = "/merchant_sandbox/api_keys/" + issued.path("key_id").asString() + "/rotate";
        var successor = post(path, "{\"overlap_seconds\": 60}").json();
        assertThat(API.getAs(issued.path("api_key").asString(), "/payments/list").status())
                .isEqualTo(200);
        assertThat(API.getAs(successor.path("api_key").asString(), "/payments/list").status())
                .isEqualTo(200);
        var last =
                post(
                                "/merchant_sandbox/api_keys/"
                                        + successor.path("key_id").asString()
                                        + "/rotate",
                                "{\"overlap_seconds\": 0}")
                        .json();
        assertThat(API.getAs(successor.path("api_key").asString(), "/payments/list").status())
                .isEqualTo(401);
        assertThat(API.getAs(last.path("api_key").asString(), "/payments/list").status())
                .isEqualTo(200);
    }

    @Test
    void a_profile_has_a_routing_rule() {
        var profile =
                post("/merchant_other/profiles", "{\"profile_id\": \"pro_rule\", \"name\": \"R\"}");
        assertThat(profile.json().path("routing").isNull()).isTrue();
        var rule =
                post(
                        "/merchant_other/profiles/pro_rule/routing",
                        "{\"routing\": {\"type\": \"single\", \"data\": \"klarna\"}}");
        assertThat(rule.json().at("/routing/data").asString()).isEqualTo("klarna");
        assertThat(
                        post(
                                        "/merchant_other/profiles/pro_rule/routing",
                                        """
                                        {"routing": {"type": "volume_split", "data":
                                          [{"connector": "two", "split": 50}]}}
                                        """)
                                .code())
                .isEqualTo("IR_06");
        assertThat(post("/merchant_sandbox/profiles/pro_rule", "{}").status()).isEqualTo(404);
    }

    @Test
    void customers_belong_to_their_merchant() {
        var created =
                API.post("/customers", "{\"name\": \"Ada\", \"metadata\": {\"a\": 1}}").json();
        var id = created.path("customer_id").asString();
        assertThat(API.post("/customers/" + id, "{\"email\": \"a@b.c\"}").json().path("name"))
                .isEqualTo(created.path("name"));
        assertThat(API.get("/customers/" + id).json().at("/metadata/a").intValue()).isEqualTo(1);
        assertThat(API.getAs(RunningApi.OTHER_SECRET, "/customers/" + id).code())
                .isEqualTo("HE_02");
        assertThat(API.post("/customers", "{\"customer_id\": \"" + id + "\"}").code())
                .isEqualTo("HE_01");
        var payment = API.create(", \"customer\": {\"id\": \"" + id + "\"}");
        assertThat(payment.at("/customer/email").asString()).isEqualTo("a@b.c");
        assertThat(API.get("/customers?limit=1").items()).hasSize(1);
    }

    @Test
    void a_payment_link_opens_a_page_that_pays() {
        var payment =
                API.create(
                        """
                        , "payment_link": true, "payment_link_config": {"seller_name": "<b>Shop</b>"}
                        """);
        var link = payment.at("/payment_link/payment_link_id").asString();
        var shown = API.get("/payment_link/" + link).json();
        assertThat(shown.path("status").asString()).isEqualTo("active");
        assertThat(API.getAs(RunningApi.OTHER_SECRET, "/payment_link/" + link).status())
                .isEqualTo(404);
        var page = path(shown.path("link_to_pay").asString());
        assertThat(API.get(page).body()).contains("&lt;b&gt;Shop", "€65.40");
        var secure = path(shown.path("secure_link").asString());
        assertThat(API.get(secure).header("content-security-policy"))
                .contains("frame-ancestors 'none'");
        assertThat(API.get(secure.replaceAll("token=.", "token=0")).status()).isEqualTo(404);
        var paid =
                API.send(
                        API.request(page)
                                .header("content-type", "application/x-www-form-urlencoded")
                                .POST(
                                        BodyPublishers.ofString(
                                                "payment_method_type=invoice&first_name=Ada"
                                                        + "&last_name=Jones&line1=Main+St+1"
                                                        + "&zip=10115&city=Berlin&country=DE"
                                                        + "&email=ada%40example.com")));
        assertThat(paid.body()).contains("approved");
        assertThat(
                        API.get("/payments/" + payment.path("payment_id").asString())
                                .json()
                                .path("status")
                                .asString())
                .isEqualTo("requires_capture");
    }

    private static String path(String url) {
        return url.substring("http://127.0.0.1:1".length());
    }

    private static String issue(String merchantId) {
        return post("/" + merchantId + "/api_keys", "{\"kind\": \"secret\"}")
                .json()
                .path("api_key")
                .asString();
    }

    private static RunningApi.Reply post(String path, String body) {
        return API.send(
                API.request("/admin/merchants" + path)
                        .header("admin-api-key", RunningApi.ADMIN)
                        .header("content-type", "application/json")
                        .POST(BodyPublishers.ofString(body)));
    }

    private static RunningApi.Reply get(String path) {
        return API.send(
                API.request("/admin/merchants" + path)
                        .header("admin-api-key", RunningApi.ADMIN)
                        .GET());
    }
}
