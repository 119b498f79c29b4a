package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;

/** Everything that the seeded merchant has can be made through the admin API. */
class AdministrationTest {

    private static final RunningApi API = RunningApi.shared();

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
                         "webhook_secret": "canary", "settings": {"region": "eu"}}
                        """);
        assertThat(account.status()).isEqualTo(200);
        assertThat(account.body()).doesNotContain("canary").contains("\"region\":\"eu\"");
        assertThat(get("/merchant_new/connector_accounts").body()).doesNotContain("canary");
        var key = issue("merchant_new");
        assertThat(API.postAs(key, "/payments", "{\"amount\": 1, \"currency\": \"EUR\"}").status())
                .isEqualTo(200);
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
        assertThat(API.get("/customers?limit=1").json()).hasSize(1);
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
        assertThat(API.get(page).body()).contains("&lt;b&gt;Shop", "65.40 EUR");
        var secure = path(shown.path("secure_link").asString());
        assertThat(API.get(secure).header("content-security-policy"))
                .isEqualTo("frame-ancestors 'none'");
        assertThat(API.get(secure.replaceAll("token=.", "token=0")).status()).isEqualTo(404);
        var paid =
                API.send(
                        API.request(page)
                                .header("content-type", "application/x-www-form-urlencoded")
                                .POST(
                                        BodyPublishers.ofString(
                                                "payment_method_type=invoice&first_name=Ada"
                                                        + "&country=DE&email=ada%40example.com")));
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
