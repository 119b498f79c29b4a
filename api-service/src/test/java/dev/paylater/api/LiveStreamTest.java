package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Updates;
import dev.paylater.teststack.Stack;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The server-sent events that a payment's page in the console follows. */
class LiveStreamTest {

    private static final RunningApi API = RunningApi.shared();

    private final List<AutoCloseable> open = new ArrayList<>();
    private final HttpClient browser = HttpClient.newHttpClient();

    @AfterEach
    void leave() throws Exception {
        for (var one : open) {
            one.close();
        }
        browser.shutdownNow();
    }

    private static String address(JsonNode payment) {
        return "/console/payments/merchant_sandbox/" + payment.path("payment_id").asString();
    }

    /** Has been answered once the first comment is read. */
    private BufferedReader follow(RunningApi api, ConsoleClient client, String path)
            throws Exception {
        var answer = send(api, client, path);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("content-type"))
                .hasValue("text/event-stream;charset=utf-8");
        var lines =
                new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
        open.add(lines);
        assertThat(lines.readLine()).isEqualTo(":");
        return lines;
    }

    private HttpResponse<InputStream> send(RunningApi api, ConsoleClient client, String path)
            throws Exception {
        var request = api.request(path).header("cookie", client.cookie).GET().build();
        return browser.send(request, BodyHandlers.ofInputStream());
    }

    private static String firstEvent(BufferedReader stream) throws Exception {
        for (var line = stream.readLine(); line != null; line = stream.readLine()) {
            if (line.startsWith("event")) {
                return line + " " + stream.readLine();
            }
        }
        return "";
    }

    @Test
    void a_change_is_an_event() throws Exception {
        var payment = API.create("");
        var stream = follow(API, ConsoleClient.as(API, "support"), address(payment) + "/live");
        API.store(payment, Updates.inc("version", 1));
        assertThat(firstEvent(stream)).matches("event: changed data: \\d\\d:\\d\\d:\\d\\d");
    }

    @Test
    void a_change_before_the_page_followed_is_an_event_too() throws Exception {
        var payment = API.create("");
        var merchant = ConsoleClient.as(API, "merchant");
        var page = merchant.get(address(payment)).body();
        var live = page.replaceAll("(?s).*data-live=\"([^\"]+)\".*", "$1");
        API.store(payment, Updates.inc("version", 1));
        assertThat(firstEvent(follow(API, merchant, live))).startsWith("event: changed");
    }

    @Test
    void the_page_runs_one_script_of_this_origin_and_allows_none_inline() {
        var page = ConsoleClient.as(API, "support").get(address(API.create("")));
        assertThat(page.header("content-security-policy"))
                .contains(
                        "default-src 'none'",
                        "script-src 'self'",
                        "connect-src 'self'",
                        "style-src 'self'",
                        "form-action 'self'")
                .doesNotContain("unsafe", "nonce");
        assertThat(page.body().split("<script", -1)).hasSize(2);
        assertThat(page.body())
                .contains("<script type=\"module\" src=\"/console/assets/live.js\"></script>")
                .doesNotContain("<style", "style=");
    }

    @Test
    void nobody_follows_another_merchants_payment_or_none() {
        var payment = API.create("");
        var other = ConsoleClient.with(API, RunningApi.OTHER_SECRET);
        assertThat(other.get(address(payment) + "/live").status()).isEqualTo(404);
        var none = "/console/payments/merchant_sandbox/pay_none/live";
        assertThat(ConsoleClient.as(API, "merchant").get(none).status()).isEqualTo(404);
    }

    @Test
    void a_sixth_page_of_a_session_does_not_follow() throws Exception {
        var live = address(API.create("")) + "/live";
        var merchant = ConsoleClient.as(API, "merchant");
        for (var i = 0; i < 5; i++) {
            follow(API, merchant, live);
        }
        assertThat(merchant.get(live).status()).isEqualTo(429);
        follow(API, ConsoleClient.as(API, "merchant"), live);
    }

    @Test
    void it_ends_with_the_session() throws Exception {
        var merchant = ConsoleClient.as(API, "merchant");
        var stream = follow(API, merchant, address(API.create("")) + "/live");
        merchant.submit("/console/sign_out");
        assertThat(stream.lines()).allMatch(line -> line.isEmpty() || line.equals(":"));
    }

    @Test
    void it_ends_with_the_key_of_the_session() throws Exception {
        var issued =
                API.administer("/admin/keys", "{\"name\": \"Grace\", \"role\": \"support\"}")
                        .json();
        var support = ConsoleClient.with(API, issued.path("api_key").asString());
        var stream = follow(API, support, address(API.create("")) + "/live");
        API.administer("/admin/keys/" + issued.path("key_id").asString() + "/revoke", "");
        assertThat(stream.lines()).allMatch(line -> line.isEmpty() || line.equals(":"));
    }

    @Test
    void it_holds_no_platform_thread() throws Exception {
        follow(API, ConsoleClient.as(API, "merchant"), address(API.create("")) + "/live");
        var classes =
                Thread.getAllStackTraces().values().stream()
                        .flatMap(Stream::of)
                        .map(StackTraceElement::getClassName);
        assertThat(classes).noneMatch(name -> name.endsWith(".LiveStream"));
    }

    /** The web server waits for its requests, and breaks them off when that takes too long. */
    @Test
    void it_is_no_request_under_way_and_ends_whole_when_the_process_stops() throws Exception {
        var payment = API.create("");
        var store = Stack.shared().mongoUri(API.bean(MongoDatabase.class).getName());
        BufferedReader stream;
        try (var api =
                new RunningApi(
                        "--paylater.mongodb.uri=" + store, "--paylater.api.max-in-flight=1")) {
            var merchant = ConsoleClient.as(api, "merchant");
            stream = follow(api, merchant, address(payment) + "/live");
            assertThat(merchant.get(address(payment)).status()).isEqualTo(200);
        }
        assertThat(stream.lines()).allMatch(line -> line.isEmpty() || line.equals(":"));
    }
}
