package dev.paylater.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was answered is kept, also when the process is killed with -9. */
class DurabilityTest {

    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Pattern PORT = Pattern.compile("listens on port (\\d+)");

    @TempDir private Path data;
    private final List<Process> started = new ArrayList<>();
    private final String reference = Client.fresh("pay_");

    @AfterEach
    void nothing_is_left_running() {
        started.forEach(Process::destroyForcibly);
    }

    private Client start() throws IOException {
        var builder =
                new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ProviderSimulator.class.getName());
        builder.environment().put("SERVER_PORT", "0");
        builder.environment().put("PAYLATER_DATA", data.toString());
        var process = builder.redirectErrorStream(true).start();
        started.add(process);
        var output =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        while (true) {
            var line = output.readLine();
            if (line == null) {
                throw new AssertionError("The simulator did not start.");
            }
            var matcher = PORT.matcher(line);
            if (matcher.find()) {
                return new Client(Integer.parseInt(matcher.group(1)), "sandbox_merchant");
            }
        }
    }

    private void kill() throws InterruptedException {
        started.getLast().destroyForcibly().waitFor();
    }

    @Test
    void answers_states_and_ledger_survive_kill_9() throws Exception {
        var client = start();
        var order = Client.order(reference, "ada@example.com", ", \"metadata\": {\"a\": [1.50]}");
        var answer = client.post("/payments", reference, order);
        var path = "/payments/" + answer.text("/id");
        client.post(path + "/captures", reference + "c", "{\"amount\": 1000}");
        client.post(path + "/refunds", reference + "r", "{\"amount\": 300}");
        var before = client.payment(answer.text("/id")).response().body();
        kill();
        client = start();
        assertThat(client.post("/payments", reference, order).response().body())
                .isEqualTo(answer.response().body());
        assertThat(client.payment(answer.text("/id")).response().body()).isEqualTo(before);
        assertThat(client.operation(reference + "c").text("/status")).isEqualTo("succeeded");
        client.post(path + "/voids", reference + "v", "{}");
        assertThat(client.ledger(reference))
                .containsExactly("authorize 6540", "capture 1000", "refund 300", "void 5540");
        assertThat(client.get("/simulator/ledger/summary").number("/entries")).isEqualTo(4);
        assertThat(client.get("/simulator/ledger?merchant_reference=" + reference))
                .extracting(ledger -> ledger.number("/entries/3/seq"))
                .isEqualTo(4L);
    }

    @Test
    void every_answered_write_is_there_after_a_kill_in_the_middle_of_many() throws Exception {
        var client = start();
        var calls = new ArrayList<CompletableFuture<String>>();
        for (var i = 0; i < 400; i++) {
            var own = reference + '_' + i;
            var body = Client.order(own, "ada@example.com", ", \"capture\": \"automatic\"");
            calls.add(
                    client.later(client.posting("/payments", own, body).build())
                            .thenApply(response -> own));
        }
        var first = calls.getFirst();
        Eventually.until(SOON, "the first answers", first::isDone);
        kill();
        var answered = new ArrayList<String>();
        for (var call : calls) {
            try {
                answered.add(call.join());
            } catch (CompletionException e) {
                // Killed before it could answer: the payment may or may not be there.
            }
        }
        client = start();
        assertThat(answered).isNotEmpty();
        for (var own : answered) {
            assertThat(client.ledger(own)).containsExactly("authorize 6540", "capture 6540");
        }
        var lines = client.get("/simulator/ledger/all").response().body().lines().toList();
        assertThat(lines).hasSizeGreaterThanOrEqualTo(answered.size() * 2);
        assertThat((long) lines.size())
                .isEqualTo(client.get("/simulator/ledger/summary").number("/entries"));
    }

    @Test
    void decisions_that_were_due_and_webhooks_that_were_owed_come_after_the_restart()
            throws Exception {
        try (var webhooks = new WebhookReceiver(1)) {
            var client = start();
            var hook = ", \"webhook_url\": \"" + webhooks.url() + '"';
            var owed = Client.order(reference + 'o', "a+redirect@b.example", hook);
            var page = client.post("/payments", reference + 'o', owed).text("/action/url");
            client.get(page.substring(client.url("").length()) + "?decision=approve");
            Eventually.until(
                    SOON, "a first try", () -> webhooks.about(reference + 'o').size() == 1);
            var due = Client.order(reference, "a+pending-approved@b.example", hook);
            var id = client.post("/payments", reference, due).text("/id");
            kill();
            var restarted = start();
            Eventually.until(
                    SOON,
                    "the decision",
                    () -> restarted.payment(id).text("/status").equals("authorized"));
            Eventually.until(SOON, "both", () -> webhooks.about(reference).size() == 1);
            Eventually.until(SOON, "again", () -> webhooks.about(reference + 'o').size() == 2);
            assertThat(restarted.ledger(reference)).containsExactly("authorize 6540");
        }
    }

    @Test
    void half_a_line_at_the_end_is_cut_off() throws Exception {
        var client = start();
        client.post("/payments", reference, Client.order(reference, "a@b.example", ""));
        kill();
        Files.writeString(
                data.resolve("ledger.jsonl"), "{\"head\":{\"time\":17", StandardOpenOption.APPEND);
        client = start();
        var next = reference + "_2";
        client.post("/payments", next, Client.order(next, "a@b.example", ""));
        kill();
        client = start();
        assertThat(client.ledger(reference)).containsExactly("authorize 6540");
        assertThat(client.ledger(next)).containsExactly("authorize 6540");
        assertThat(Files.readAllLines(data.resolve("ledger.jsonl")))
                .allSatisfy(line -> assertThat(Client.MAPPER.readTree(line).has("head")).isTrue());
    }

    @Test
    void a_second_simulator_over_the_same_ledger_does_not_start() throws Exception {
        start();
        try {
            start();
        } catch (AssertionError e) {
            assertThat(e).hasMessage("The simulator did not start.");
            return;
        }
        throw new AssertionError("It did start.");
    }
}
