package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.paylater.kit.security.CustomerAddresses;
import dev.paylater.schemas.SyncPayment;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What somebody without a key can make this service do. */
class AddressLimitsTest {

    private static final RunningApi API =
            new RunningApi(
                    "--paylater.api.max-wait=2s",
                    "--paylater.address-limits.failed-keys-per-second=1",
                    "--paylater.address-limits.failed-keys-burst=20",
                    "--paylater.address-limits.clients-per-second=1",
                    "--paylater.address-limits.clients-burst=20",
                    "--paylater.address-limits.visits-per-second=1",
                    "--paylater.address-limits.visits-burst=20",
                    "--paylater.address-limits.notifications-per-second=1",
                    "--paylater.address-limits.notifications-burst=20",
                    "--server.forward-headers-strategy=native",
                    "--server.tomcat.remoteip.internal-proxies=127\\.0\\.0\\.1");

    @AfterAll
    static void close() {
        API.close();
    }

    private static RunningApi.Reply from(String address, String key, String path) {
        return API.send(
                API.request(path).header("x-forwarded-for", address).header("api-key", key).GET());
    }

    @Test
    void i_guess_keys_and_am_stopped_before_they_are_looked_up() {
        assertThat(from("192.0.2.1", RunningApi.SECRET, "/payments/list").status()).isEqualTo(200);
        var answers =
                IntStream.range(0, 60)
                        .mapToObj(i -> from("192.0.2.1", "sk_guess_" + i, "/payments/list"))
                        .map(RunningApi.Reply::status)
                        .toList();
        assertThat(answers.subList(0, 20)).containsOnly(401);
        assertThat(answers.subList(30, 60)).contains(429);
        assertThat(answers.stream().filter(status -> status == 401).count()).isBetween(20L, 40L);
        // The merchant behind the same address, and everybody else.
        assertThat(from("192.0.2.1", RunningApi.SECRET, "/payments/list").status()).isEqualTo(200);
        assertThat(from("192.0.2.2", "sk_guess_0", "/payments/list").status()).isEqualTo(401);
    }

    @Test
    void i_do_not_get_more_by_saying_that_i_am_somebody_else() {
        var answers =
                IntStream.range(0, 60)
                        .mapToObj(
                                i ->
                                        from(
                                                "10.9.8." + i + ", 192.0.2.9",
                                                "sk_x" + i,
                                                "/payments/list"))
                        .map(RunningApi.Reply::status)
                        .toList();
        assertThat(answers).contains(429);
    }

    @Test
    void i_open_links_and_returns_that_do_not_exist_and_am_stopped() {
        for (var path : List.of("/pay/m/plink_x", "/payments/p/m/redirect/response/sandbox")) {
            var address = path.startsWith("/pay/") ? "192.0.2.3" : "192.0.2.4";
            var answers =
                    IntStream.range(0, 60).mapToObj(_ -> from(address, "", path).status()).toList();
            assertThat(answers.subList(0, 20)).containsOnly(404);
            assertThat(answers).contains(429);
        }
        assertThat(from("192.0.2.5", "", "/pay/m/plink_x").status()).isEqualTo(404);
    }

    @Test
    void i_call_without_end_with_the_publishable_key_and_nobody_else_is_stopped() {
        var path = "/payments/pay_nobodys?client_secret=x";
        var answers =
                IntStream.range(0, 60)
                        .mapToObj(_ -> from("192.0.2.31", RunningApi.PUBLISHABLE, path).status())
                        .toList();
        assertThat(answers.subList(0, 20)).doesNotContain(429);
        assertThat(answers).contains(429);
        assertThat(from("192.0.2.32", RunningApi.PUBLISHABLE, path).status()).isNotEqualTo(429);
        assertThat(from("192.0.2.31", RunningApi.OTHER_PUBLISHABLE, path).status())
                .isNotEqualTo(429);
    }

    @Test
    void i_show_a_stolen_key_from_elsewhere_without_end_and_am_stopped() {
        var key =
                API.administer(
                                "/admin/merchants/merchant_sandbox/api_keys",
                                "{\"kind\": \"secret\", \"allowed_addresses\": [\"203.0.113.7\"]}")
                        .json()
                        .path("api_key")
                        .asString();
        var answers =
                IntStream.range(0, 60)
                        .mapToObj(_ -> from("192.0.2.33", key, "/payments/list").status())
                        .toList();
        assertThat(answers.subList(0, 20)).containsOnly(403);
        assertThat(answers).contains(429);
        assertThat(from("203.0.113.7", key, "/payments/list").status()).isEqualTo(200);
    }

    @Test
    void i_send_notifications_without_end_and_am_stopped() {
        var answers = IntStream.range(0, 60).map(_ -> notify("192.0.2.7")).boxed().toList();
        assertThat(answers.subList(0, 20)).doesNotContain(429);
        assertThat(answers).contains(429);
        assertThat(notify("192.0.2.8")).isNotEqualTo(429);
    }

    private static int notify(String address) {
        return API.send(
                        API.request("/webhooks/merchant_sandbox/sandbox")
                                .header("x-forwarded-for", address)
                                .header("content-type", "application/json")
                                .POST(BodyPublishers.ofString("{}")))
                .status();
    }

    @Test
    void i_send_a_form_that_nobody_would_fill_in() {
        var form =
                API.send(
                        API.request("/pay/m/plink_x")
                                .header("x-forwarded-for", "192.0.2.6")
                                .POST(BodyPublishers.ofString("a=" + "x".repeat(33 * 1024))));
        assertThat(form.status()).isEqualTo(413);
    }

    @Test
    @Timeout(30)
    void i_open_a_return_again_and_again_and_the_provider_is_asked_five_times() {
        var payment = API.create("");
        var id = payment.path("payment_id").asString();
        var payments = API.bean(MongoDatabase.class).getCollection("payments");
        var filter = Filters.eq("_id", "merchant_sandbox/" + id);
        // The create may have been answered by the orchestrator of another test's API.
        while (payments.updateOne(filter, Updates.set("status", "processing")).getMatchedCount()
                == 0) {
            Thread.onSpinWait();
        }
        var address = API.bean(CustomerAddresses.class).wayBack(id, "merchant_sandbox", "sandbox");
        var path = address.substring(address.indexOf("/payments/"));
        for (var i = 0; i < 12; i++) {
            var shown = from("192.0.2." + (20 + i), "", path);
            assertThat(shown.status()).as(shown.body()).isEqualTo(200);
        }
        assertThat(API.orchestrator.received(SyncPayment.class))
                .filteredOn(inquiry -> inquiry.getPaymentId().equals(id))
                .hasSize(5);
        var secret = payment.path("client_secret").asString();
        for (var i = 0; i < 3; i++) {
            var forced =
                    API.getAs(
                            RunningApi.PUBLISHABLE,
                            "/payments/" + id + "?force_sync=true&client_secret=" + secret);
            assertThat(forced.status()).isEqualTo(200);
        }
        assertThat(API.orchestrator.received(SyncPayment.class))
                .filteredOn(inquiry -> inquiry.getPaymentId().equals(id))
                .hasSize(5);
    }
}
