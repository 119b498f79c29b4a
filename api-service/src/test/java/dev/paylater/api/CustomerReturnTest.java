package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.paylater.kit.security.CustomerAddresses;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a shop can trust of what its customer brings back, and where a customer can be sent. */
class CustomerReturnTest {

    private static final RunningApi API = RunningApi.shared();
    private static final String HASH_KEY = "hash_sandbox_paylater_0123456789abcdef";
    private static final Path PAGE = Path.of("..", "docs", "merchants", "customer-return.md");

    @Test
    void i_cannot_make_the_shop_believe_that_i_have_paid() throws GeneralSecurityException {
        var brought = parameters(comeBack("https://shop.example/return?order=7#top"));
        assertThat(brought)
                .containsOnlyKeys("order", "payment_id", "status", "timestamp", "signature")
                .containsEntry("status", "requires_payment_method");
        var now = Instant.now();
        assertThat(ReturnVerification.isAuthentic(brought, HASH_KEY, now)).isTrue();
        assertThat(ReturnVerification.isAuthentic(brought, HASH_KEY + "1", now)).isFalse();
        assertThat(ReturnVerification.isAuthentic(brought, HASH_KEY, now.plusSeconds(310)))
                .isFalse();
        for (var forged :
                Map.of(
                                "status",
                                "succeeded",
                                "payment_id",
                                "pay_00000000000000000000000000",
                                "timestamp",
                                Long.toString(now.getEpochSecond() + 60),
                                "signature",
                                "0".repeat(64))
                        .entrySet()) {
            var changed = new HashMap<>(brought);
            changed.put(forged.getKey(), forged.getValue());
            assertThat(ReturnVerification.isAuthentic(changed, HASH_KEY, now))
                    .as(forged.getKey())
                    .isFalse();
        }
        brought.remove("signature");
        assertThat(ReturnVerification.isAuthentic(brought, HASH_KEY, now)).isFalse();
    }

    @Test
    void payment_id_and_merchant_id_are_not_enough_to_leave_or_to_come_back() {
        var payment = API.create(", \"return_url\": \"https://shop.example/return?order=7\"");
        var id = payment.path("payment_id").asString();
        var addresses = API.bean(CustomerAddresses.class);
        var other = API.create("").path("payment_id").asString();
        var ways =
                Map.of(
                        addresses.wayOut(id, "merchant_sandbox", "none"),
                        addresses.wayOut(other, "merchant_sandbox", "none"),
                        addresses.wayBack(id, "merchant_sandbox", "sandbox"),
                        addresses.wayBack(other, "merchant_sandbox", "sandbox"));
        ways.forEach(
                (mine, ofAnother) -> {
                    var path = mine.substring(mine.indexOf("/payments/"), mine.indexOf('?'));
                    var proof = mine.substring(mine.indexOf('?'));
                    var otherProof = ofAnother.substring(ofAnother.indexOf('?'));
                    for (var wrong :
                            Set.of("", "?proof=", "?proof=" + "0".repeat(32), otherProof)) {
                        var refused = API.get(path + wrong);
                        assertThat(refused.status()).as(wrong).isEqualTo(404);
                        assertThat(refused.code()).isEqualTo("HE_02");
                    }
                    for (var added : Set.of("", "?orderId=7", "&status=approved")) {
                        var sentOn = API.get(path + proof + added);
                        assertThat(sentOn.status()).isEqualTo(302);
                        assertThat(sentOn.header("location"))
                                .startsWith("https://shop.example/return?order=7&payment_id=" + id);
                    }
                });
    }

    @Test
    void i_cannot_put_an_outcome_of_mine_into_the_return_url() {
        var address =
                comeBack(
                        "https://shop.example/return?status=succeeded&a=b&signature=mine&timestamp=1");
        assertThat(address)
                .startsWith("https://shop.example/return?a=b&payment_id=pay_")
                .contains("&status=requires_payment_method&timestamp=")
                .doesNotContain("succeeded", "signature=mine", "timestamp=1&");
    }

    /** PHP, for one, reads {@code payment.id} and {@code status[]} as the plain names. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "%73tatus=succeeded",
                "%73%74%61%74%75%73=succeeded",
                "%70ayment_id=succeeded",
                "signatur%65=succeeded",
                "timestamp%5B%5D=succeeded",
                "status%5B0%5D=succeeded",
                "payment.id=succeeded",
                "payment%2Eid=succeeded",
                "+status=succeeded",
                "%20status=succeeded",
                "status%00=succeeded",
                "STATUS=succeeded",
                "b=1;status=succeeded",
                "b=1;%73tatus=succeeded"
            })
    void however_i_write_its_name_no_parameter_of_mine_is_taken_for_one_of_the_answer(
            String parameter) {
        assertThat(comeBack("https://shop.example/return?a=b&" + parameter))
                .startsWith("https://shop.example/return?a=b&payment_id=pay_")
                .doesNotContain("succeeded");
    }

    @Test
    void a_parameter_that_only_resembles_one_of_the_answer_stays() {
        assertThat(comeBack("https://shop.example/return?order_status=1&%2573tatus=2&c=status;d=3"))
                .startsWith(
                        "https://shop.example/return?order_status=1&%2573tatus=2&c=status;d=3&payment_id=pay_");
    }

    @Test
    void the_page_says_what_is_tried_here() throws IOException {
        var shown = snippet("java").replaceAll("\\s", "");
        var run =
                Files.readString(Path.of("src/test/java/dev/paylater/api/ReturnVerification.java"))
                        .replaceAll("\\s", "");
        assertThat(run).contains(shown);
    }

    @Test
    void a_shop_on_node_can_tell_too() throws IOException, InterruptedException {
        assumeTrue(runs("node", "--version"), "there is a Node.js on this machine");
        var query = URI.create(comeBack("https://shop.example/return")).getRawQuery();
        var script =
                snippet("js")
                        + """
                        const query = new URLSearchParams(process.argv[1]);
                        const now = Number(process.argv[3]);
                        const ok = isAuthentic(query, process.argv[2], now);
                        query.set("status", "succeeded");
                        const forged = isAuthentic(query, process.argv[2], now);
                        process.exit(ok && !forged ? 0 : 1);
                        """;
        var now = Long.toString(Instant.now().getEpochSecond());
        assertThat(runs("node", "-e", script, query, HASH_KEY, now)).isTrue();
        assertThat(runs("node", "-e", script, query, HASH_KEY + "1", now)).isFalse();
    }

    @Test
    void a_merchant_chooses_the_key_and_only_whoever_changes_a_profile_sees_it()
            throws GeneralSecurityException {
        administer("/admin/merchants", "{\"merchant_id\": \"merchant_hash\"}");
        var path = "/admin/merchants/merchant_hash/profiles";
        var created = administer(path, "{\"profile_id\": \"pro_hash\"}").json();
        assertThat(created.path("payment_response_hash_key").asString()).hasSize(43);
        var mine = "the-key-of-my-own-choice-of-32-characters";
        var changed =
                administer(path + "/pro_hash", "{\"payment_response_hash_key\": \"" + mine + "\"}");
        assertThat(changed.json().path("payment_response_hash_key").asString()).isEqualTo(mine);
        assertThat(
                        administer(path + "/pro_hash", "{\"payment_response_hash_key\": \"short\"}")
                                .code())
                .isEqualTo("IR_05");
        var list =
                API.send(API.request(path).header("admin-api-key", RunningApi.ADMIN).GET()).body();
        assertThat(list).contains("pro_hash").doesNotContain("payment_response_hash_key", mine);
        var key =
                administer("/admin/merchants/merchant_hash/api_keys", "{\"kind\": \"secret\"}")
                        .json()
                        .path("api_key")
                        .asString();
        var payment =
                API.postAs(
                                key,
                                "/payments",
                                """
                                {"amount": 1, "currency": "EUR", "profile_id": "pro_hash",
                                 "return_url": "https://shop.example/"}
                                """)
                        .json();
        var brought = parameters(leave("merchant_hash", payment.path("payment_id").asString()));
        assertThat(ReturnVerification.isAuthentic(brought, mine, Instant.now())).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"create", "update", "confirm", "client"})
    void a_customer_is_sent_to_no_domain_that_the_profile_does_not_have(String by) {
        bound("pro_bound_" + by, "https://shop.example");
        var evil = "\"return_url\": \"https://evil.example/\"";
        var good = "\"return_url\": \"https://shop.example/return\"";
        var first =
                "{\"amount\": 1, \"currency\": \"EUR\", \"profile_id\": \"pro_bound_" + by + "\"";
        if (by.equals("create")) {
            assertThat(API.post("/payments", first + ", " + evil + "}").code()).isEqualTo("IR_06");
            assertThat(API.post("/payments", first + ", " + good + "}").status()).isEqualTo(200);
            return;
        }
        var payment = API.post("/payments", first + "}").json();
        var path = "/payments/" + payment.path("payment_id").asString();
        var secret = "\"client_secret\": \"" + payment.path("client_secret").asString() + "\", ";
        var evilAnswer =
                switch (by) {
                    case "update" -> API.post(path, "{" + evil + "}");
                    case "confirm" -> API.post(path + "/confirm", "{" + evil + "}");
                    default ->
                            API.postAs(
                                    RunningApi.PUBLISHABLE,
                                    path + "/confirm",
                                    "{" + secret + evil + "}");
                };
        assertThat(evilAnswer.code()).isEqualTo(by.equals("client") ? "IR_05" : "IR_06");
        assertThat(evilAnswer.json().at("/error/param").asString()).isEqualTo("return_url");
        assertThat(API.get(path).json().path("return_url").isNull()).isTrue();
    }

    @Test
    void a_domain_that_is_taken_away_is_not_returned_to() {
        bound("pro_moved", "https://shop.example");
        var payment =
                API.post(
                                "/payments",
                                """
                                {"amount": 1, "currency": "EUR", "profile_id": "pro_moved",
                                 "return_url": "https://shop.example/"}
                                """)
                        .json();
        var id = payment.path("payment_id").asString();
        assertThat(leave("merchant_sandbox", id)).startsWith("https://shop.example/?");
        administer(
                "/admin/merchants/merchant_sandbox/profiles/pro_moved",
                "{\"allowed_domains\": [\"https://new.example\"]}");
        assertThat(API.get(wayOut("merchant_sandbox", id)).status()).isEqualTo(200);
    }

    private static void bound(String profileId, String domain) {
        administer(
                "/admin/merchants/merchant_sandbox/profiles",
                "{\"profile_id\": \"%s\", \"allowed_domains\": [\"%s\"]}"
                        .formatted(profileId, domain));
    }

    private static RunningApi.Reply administer(String path, String body) {
        return API.send(
                API.request(path)
                        .header("admin-api-key", RunningApi.ADMIN)
                        .header("content-type", "application/json")
                        .POST(BodyPublishers.ofString(body)));
    }

    /** Where a customer is sent whose payment has this return_url. */
    private static String comeBack(String returnUrl) {
        var payment = API.create(", \"return_url\": \"" + returnUrl + "\"");
        return leave("merchant_sandbox", payment.path("payment_id").asString());
    }

    private static String leave(String merchantId, String paymentId) {
        return API.get(wayOut(merchantId, paymentId)).header("location");
    }

    private static String wayOut(String merchantId, String paymentId) {
        var address = API.bean(CustomerAddresses.class).wayOut(paymentId, merchantId, "none");
        return address.substring(address.indexOf("/payments/"));
    }

    private static Map<String, String> parameters(String address) {
        return Stream.of(URI.create(address).getRawQuery().split("&", -1))
                .map(parameter -> parameter.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }

    private static String snippet(String language) throws IOException {
        var page = Files.readString(PAGE);
        var start = page.indexOf("```" + language + "\n") + language.length() + 4;
        return page.substring(start, page.indexOf("```", start));
    }

    private static boolean runs(String... command) throws InterruptedException {
        try {
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
