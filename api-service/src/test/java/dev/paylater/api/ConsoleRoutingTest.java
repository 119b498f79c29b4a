package dev.paylater.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import java.net.URLEncoder;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Routing rules in the console; which role may do what is ConsoleTest's. */
class ConsoleRoutingTest {

    static final String PRIORITY =
            "{\"type\": \"priority\", \"data\": [\"sezzle\", \"alma\", \"klarna\"]}";
    static final String SPLIT =
            "{\"type\": \"volume_split\", \"data\": [{\"connector\": \"klarna\", \"split\": 30},"
                    + " {\"connector\": \"alma\", \"split\": 70}]}";

    private static final RunningApi API = RunningApi.shared();

    /** One with accounts at klarna, sezzle, alma and, disabled, at klarna again. */
    record Tenant(String merchantId, String profileId) {

        String home() {
            return "/console/routing?merchant_id=" + merchantId;
        }

        String tried(String currency) {
            return home() + "&amount=65.40&country=DE&currency=" + currency;
        }

        String rule() {
            return "/console/merchants/%s/profiles/%s/routing".formatted(merchantId, profileId);
        }

        String account(String name) {
            return "mca_" + name + "_" + merchantId;
        }

        void route(String rule) {
            var routed =
                    API.administer(
                            rule().replace("/console/", "/admin/"), "{\"routing\": " + rule + "}");
            assertThat(routed.status()).as(routed.body()).isEqualTo(200);
        }

        private void open(String name, String connector, String credentials, boolean enabled) {
            var created =
                    API.administer(
                            "/admin/merchants/" + merchantId + "/connector_accounts",
                            """
                            {"merchant_connector_id": "%s", "connector": "%s", "enabled": %s,
                             "credentials": {%s}}
                            """
                                    .formatted(account(name), connector, enabled, credentials));
            assertThat(created.status()).as(created.body()).isEqualTo(200);
        }

        JsonNode stored() {
            return API.inspectAs(RunningApi.ADMIN, "/admin/merchants/" + merchantId + "/profiles")
                    .items()
                    .path(0)
                    .path("routing");
        }
    }

    static Tenant merchant() {
        var id = "merchant_" + UUID.randomUUID().toString().replace("-", "");
        var created =
                API.administer("/admin/merchants", "{\"merchant_id\": \"" + id + "\"}").json();
        var tenant = new Tenant(id, created.path("default_profile_id").asString());
        tenant.open("k", "klarna", "\"username\": \"a\", \"password\": \"b\"", true);
        tenant.open("s", "sezzle", "\"public_key\": \"a\", \"private_key\": \"b\"", true);
        tenant.open("a", "alma", "\"api_key\": \"a\"", true);
        tenant.open("off", "klarna", "\"username\": \"a\", \"password\": \"b\"", false);
        return tenant;
    }

    /** The rows of the accounts in their order, as texts. */
    private static List<String> rows(String page) {
        return page.substring(page.indexOf("<tbody>", page.indexOf("id=\"outcome\"")))
                .replaceAll("\\s+", " ")
                .replaceAll("</t[hd]>", "|")
                .replaceAll("</tr>", "\n")
                .replaceAll("<[^>]+>", "")
                .lines()
                .map(String::strip)
                .filter(line -> line.contains("|"))
                .toList();
    }

    @Test
    void without_a_rule_it_is_the_first_account_that_can_serve_the_payment() {
        var merchant = merchant();
        var page = ConsoleClient.as(API, "read_only").get(merchant.tried("eur")).body();

        assertThat(page)
                .contains(
                        "No rule: the first account",
                        "It goes to klarna, " + merchant.account("k"));
        assertThat(page).doesNotContain(merchant.rule());
        assertThat(rows(page))
                .containsExactly(
                        merchant.account("k") + "|klarna|Chosen||",
                        merchant.account("s") + "|sezzle|Not|no currency EUR|",
                        merchant.account("a") + "|alma|Not|another account comes before it|",
                        merchant.account("off") + "|klarna|Not|disabled|");
    }

    @Test
    void accounts_are_listed_in_the_order_in_which_the_rule_tries_them() {
        var merchant = merchant();
        merchant.route(PRIORITY);
        var reader = ConsoleClient.as(API, "read_only");
        assertThat(rows(reader.get(merchant.tried("EUR")).body()))
                .containsExactly(
                        merchant.account("a") + "|alma|Chosen||",
                        merchant.account("k") + "|klarna|Next||",
                        merchant.account("s") + "|sezzle|Not|no currency EUR|",
                        merchant.account("off") + "|klarna|Not|disabled|");

        var named = reader.get(merchant.tried("EUR") + "&connector=klarna,mondu").body();
        assertThat(rows(named))
                .contains(
                        merchant.account("k") + "|klarna|Chosen||",
                        merchant.account("a") + "|alma|Not|the routing names others|",
                        "–|mondu|Not|no such account|");
        var own = URLEncoder.encode("{\"type\": \"single\", \"data\": \"sezzle\"}", UTF_8);
        assertThat(reader.get(merchant.tried("EUR") + "&routing=" + own).body())
                .contains("No account can take it, and the confirm is refused");
    }

    @Test
    void a_split_has_an_answer_for_each_share() {
        var merchant = merchant();
        merchant.route(SPLIT);
        var reader = ConsoleClient.as(API, "read_only");
        assertThat(reader.get(merchant.tried("EUR")).body())
                .contains("30 %: klarna", "70 %: alma")
                .containsSubsequence(
                        "70 % of the payments (alma): <bdi>It goes to alma",
                        "30 % of the payments (klarna): <bdi>It goes to klarna");
        assertThat(reader.get(merchant.tried("EUR") + "&connector=alma").body())
                .contains("It goes to alma")
                .doesNotContain("% of the payments");
    }

    @ParameterizedTest
    @CsvSource({
        "amount=x&currency=EUR, amount must be an amount",
        "amount=1&currency=EURO, currency",
        "amount=1&currency=EUR&country=XX, country",
        "amount=1&currency=EUR&capture_method=x, capture_method",
        "amount=1&currency=EUR&connector=x, connector",
        "amount=1&currency=EUR&routing=x, routing must be JSON",
        "amount=1&currency=EUR&routing=%7B%7D, routing"
    })
    void what_is_no_payment_is_said_on_the_page(String query, String complaint) {
        var page = ConsoleClient.as(API, "support").get(merchant().home() + "&" + query);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body().replaceAll("(?s).*role=\"alert\"", "")).startsWith(" class=");
        assertThat(page.body().replaceAll("(?s).*role=\"alert\"", "")).contains(complaint);
    }

    @Test
    void a_rule_is_changed_with_a_reason_that_the_audit_log_keeps() {
        var merchant = merchant();
        var operator = ConsoleClient.as(API, "operator");
        assertThat(operator.get(merchant.home()).body()).contains(merchant.rule());
        assertThat(operator.get(merchant.rule()).body())
                .contains("value=\"klarna/" + merchant.account("off") + "\"");
        var second = "klarna/" + merchant.account("k");
        var unexplained = change(operator, merchant, "priority", "alma", "", second, "", "");
        assertThat(unexplained.status()).isEqualTo(422);
        assertThat(merchant.stored().isNull()).isTrue();

        var changed = change(operator, merchant, "priority", "alma", "", second, "", "Cheaper");
        assertThat(changed.status()).as(changed.body()).isEqualTo(303);
        assertThat(changed.header("location")).isEqualTo(merchant.home());
        assertThat(merchant.stored().toString())
                .isEqualTo(
                        "{\"type\":\"priority\",\"data\":[{\"connector\":\"alma\"},"
                                + "{\"connector\":\"klarna\",\"merchant_connector_id\":\"%s\"}]}"
                                        .formatted(merchant.account("k")));
        var line =
                API.inspectAs(
                                RunningApi.ADMIN,
                                "/audit_log?limit=1&action=setRouting&merchant_id="
                                        + merchant.merchantId())
                        .items()
                        .path(0);
        assertThat(line.at("/after/reason").asString()).isEqualTo("Cheaper");
        assertThat(line.at("/before/routing").isNull()).isTrue();
        assertThat(line.at("/after/routing/type").asString()).isEqualTo("priority");
        assertThat(line.path("resource_id").asString()).isEqualTo(merchant.profileId());

        change(operator, merchant, "volume_split", "alma", "70", "klarna", "30", "Even");
        assertThat(merchant.stored().at("/data/0/split").asInt()).isEqualTo(70);
        assertThat(operator.get(merchant.rule()).body())
                .contains("<option value=\"volume_split\" selected>", "value=\"70\"");
        change(operator, merchant, "single", "alma", "", "", "", "Test");
        assertThat(merchant.stored().at("/data/connector").asString()).isEqualTo("alma");
        change(operator, merchant, "", "", "", "", "", "Over");
        assertThat(merchant.stored().isNull()).isTrue();
    }

    private static RunningApi.Reply change(
            ConsoleClient client,
            Tenant merchant,
            String kind,
            String first,
            String firstSplit,
            String second,
            String secondSplit,
            String reason) {
        return client.submit(
                merchant.rule(),
                "kind",
                kind,
                "target1",
                first,
                "split1",
                firstSplit,
                "target2",
                second,
                "split2",
                secondSplit,
                "reason",
                reason);
    }

    @ParameterizedTest
    @CsvSource({
        "single, alma, 0, klarna, 0",
        "single, '', 0, '', 0",
        "priority, '', 0, '', 0",
        "priority, alma, 0, unknown, 0",
        "volume_split, alma, 70, klarna, 20",
        "volume_split, alma, x, klarna, 20",
        "volume_split, alma, 130, klarna, -30",
        "'', alma, 0, '', 0",
        "round_robin, alma, 0, '', 0"
    })
    void what_is_no_rule_is_refused(
            String kind, String first, String firstSplit, String second, String secondSplit) {
        var merchant = merchant();
        var owner = ConsoleClient.as(API, "owner");
        var answer =
                change(owner, merchant, kind, first, firstSplit, second, secondSplit, "Because");
        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        assertThat(merchant.stored().isNull()).isTrue();
    }

    @Test
    void what_others_wrote_is_escaped_and_a_rule_of_another_kind_is_shown_as_it_is() {
        var merchant = merchant();
        API.bean(MongoDatabase.class)
                .getCollection("profiles")
                .updateOne(
                        Filters.eq("_id", merchant.profileId()),
                        Updates.combine(
                                Updates.set("name", "<b>Lamps"),
                                Updates.set("routing", "{\"type\": \"<script>\"}")));
        var owner = ConsoleClient.as(API, "owner");
        for (var path : List.of(merchant.home(), merchant.rule())) {
            assertThat(owner.get(path).body())
                    .contains("&lt;b&gt;Lamps", "&lt;script&gt;")
                    .doesNotContain("<b>", "<script");
        }
        assertThat(owner.get(merchant.tried("EUR")).body())
                .contains("The console does not know this kind of rule")
                .doesNotContain("It goes to");
        assertThat(owner.get(merchant.home() + "&amount=%3Cscript%3E&currency=%22%3E").body())
                .contains("value=\"&#34;>\"")
                .doesNotContain("<script");
    }

    @Test
    void a_merchant_sees_and_tries_its_own_and_nobody_elses() {
        var other = merchant();
        var merchant = ConsoleClient.as(API, "merchant");
        var page = merchant.get("/console/routing?amount=65.40&currency=EUR&country=DE").body();
        assertThat(page)
                .contains("href=\"/console/routing\" aria-current=\"page\"", "Why not")
                .doesNotContain(other.merchantId(), "name=\"merchant_id\"", "/profiles/");
        assertThat(merchant.get(other.home()).status()).isEqualTo(404);
        assertThat(merchant.get("/console/routing?profile_id=" + other.profileId()).status())
                .isEqualTo(404);
        var owner = ConsoleClient.as(API, "owner");
        var foreign = other.rule().replace(other.merchantId(), "merchant_sandbox");
        assertThat(owner.get(foreign).status()).isEqualTo(404);
        assertThat(owner.submit(foreign, "kind", "", "reason", "r").status()).isEqualTo(404);
        assertThat(owner.get("/console/routing?merchant_id=unknown").status()).isEqualTo(404);
    }
}
