package dev.paylater.e2e.chaos;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.e2e.ApiAnswer;
import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.RunningProcess;
import dev.paylater.e2e.RunningStack;
import dev.paylater.e2e.Script;
import dev.paylater.e2e.StoredDocuments;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * An operator exchanges the encryption key, the pepper, the webhook key and the service key as
 * docs/operators/key-rotation.md says, instance after instance, while customers buy and a shop's
 * endpoint is told of it. There are two api-services, as behind a load balancer; what a restart
 * itself refuses, a connection or a 503, is asked again.
 */
@EnabledIfSystemProperty(
        named = "paylater.e2e.long",
        matches = "true",
        disabledReason = "restarts fifteen processes; ./paylater test --all")
@ExtendWith(RunningStack.class)
class KeyRotationUnderLoadTest {

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;
    private static final Path SECRETS = Path.of(System.getenv("PAYLATER_HOME"), "secrets");
    private static final List<String> WITH_KEYS =
            List.of("connector-service", "refund-service", "webhook-service", "api-service");
    private static final URI METRICS =
            URI.create(
                    "http://127.0.0.1:%d/actuator/prometheus".formatted(8180 + Script.PORT_OFFSET));
    private static final int BUYERS = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final ConcurrentLinkedQueue<String> paid = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicBoolean goesOn = new AtomicBoolean(true);
    private final AtomicInteger turn = new AtomicInteger();
    private List<String> doors = List.of();

    @Test
    void no_request_fails_and_no_payment_is_stuck_while_keys_of_every_kind_are_exchanged()
            throws Exception {
        Script.succeed("start", "api-service", "2");
        doors =
                RunningProcess.of("api-service").stream()
                        .map(process -> "http://127.0.0.1:" + process.port())
                        .toList();
        assertThat(doors).hasSize(2);
        var deadLetters = Script.succeed("dlq", "list");
        var merchant = new MerchantClient(issueKey());
        var early = createEarly();
        var linked =
                MERCHANT.post(
                                "/payments",
                                "{\"amount\": 100, \"currency\": \"EUR\", \"payment_link\": true}")
                        .expect(200);
        var unexpected = new ChaosFindings();
        var shop = new WebhookReceiver(MERCHANT, false, 1, unexpected);
        shop.getWell();
        var buyers = new ArrayList<Thread>();
        for (var i = 0; i < BUYERS; i++) {
            buyers.add(Thread.ofVirtual().start(this::buyOnAndOn));
        }

        var fresh = fresh();
        changeSecrets(entry -> entry.getValue() + ",2:" + fresh.get(entry.getKey()));
        restartAll();
        changeSecrets(entry -> "2:" + fresh.get(entry.getKey()) + "," + old(entry.getValue()));
        restartAll();
        assertReadable(merchant, early);
        assertLinksOpen(linked);
        awaitNothingUnderTheOldKey();
        changeSecrets(entry -> "2:" + fresh.get(entry.getKey()));
        restartAll();
        assertReadable(merchant, early);

        goesOn.set(false);
        for (var buyer : buyers) {
            buyer.join();
        }
        var captured =
                ask(door -> MERCHANT.post(door + "/payments/" + id(early) + "/capture", "{}"));
        assertThat(captured.status()).as(captured.text()).isEqualTo(200);
        stop(RunningProcess.of("api-service").getLast());
        assertThat(failures).isEmpty();
        assertThat(paid).hasSizeGreaterThan(10).doesNotHaveDuplicates();
        for (var paymentId : paid) {
            MERCHANT.await(paymentId, PATIENCE, "succeeded");
        }
        MERCHANT.await(id(early), PATIENCE, "succeeded");
        awaitEventsOfAllPaid(shop);
        assertThat(unexpected.all()).isEmpty();
        shop.close();
        assertThat(Script.succeed("dlq", "list")).isEqualTo(deadLetters);
        var reconciled = Script.run("reconcile");
        assertThat(reconciled.exitCode()).as(reconciled.output()).isZero();
        System.out.printf(
                "%d payments, %d times 503 or a refused connection%n", paid.size(), refused.get());
    }

    /** Verified with the secret from before the exchange. */
    private void awaitEventsOfAllPaid(WebhookReceiver shop) {
        var end = Instant.now().plus(PATIENCE);
        while (!succeeded(shop).containsAll(paid)) {
            assertThat(Instant.now()).as("%s, but paid %s", succeeded(shop), paid).isBefore(end);
            MerchantClient.pause();
        }
    }

    private static Set<String> succeeded(WebhookReceiver shop) {
        return shop.received().stream()
                .filter(event -> event.type().equals("payment.succeeded"))
                .map(WebhookReceiver.Received::source)
                .collect(Collectors.toSet());
    }

    /** Sealed fields of every kind that a payment has, in its terms and in its journal. */
    private static ApiAnswer createEarly() {
        var personal =
                """
                "ssn": "111-22-3333", "metadata": {"ssn": "444-55-6666"}
                """;
        return MERCHANT.post(
                        "/payments",
                        MerchantClient.with(MerchantClient.body("", "manual"), personal))
                .expect(200);
    }

    private static String id(ApiAnswer payment) {
        return payment.string("payment_id");
    }

    private static String issueKey() {
        return MerchantClient.administer("/merchant_sandbox/api_keys", "{\"kind\": \"secret\"}")
                .expect(200)
                .string("api_key");
    }

    private void assertReadable(MerchantClient merchant, ApiAnswer early) {
        var payment = ask(door -> merchant.get(door + "/payments/" + id(early)));
        assertThat(payment.status()).as(payment.text()).isEqualTo(200);
        assertThat(payment.string("ssn")).isEqualTo("111-22-3333");
        assertThat(payment.json().at("/metadata/ssn").asString()).isEqualTo("444-55-6666");
    }

    private void assertLinksOpen(ApiAnswer linked) {
        var secret = linked.string("client_secret");
        var byBrowser =
                ask(
                        door ->
                                MerchantClient.CUSTOMER.get(
                                        door
                                                + "/payments/"
                                                + id(linked)
                                                + "?client_secret="
                                                + secret));
        assertThat(byBrowser.status()).as(byBrowser.text()).isEqualTo(200);
        var linkId = linked.json().at("/payment_link/payment_link_id").asString();
        var link = ask(door -> MERCHANT.get(door + "/payment_link/" + linkId));
        assertThat(link.status()).as(link.text()).isEqualTo(200);
    }

    private static Map<String, String> fresh() {
        var random = new SecureRandom();
        var drawn = new HashMap<String, String>();
        for (var name : secrets().keySet()) {
            var bytes = new byte[32];
            random.nextBytes(bytes);
            drawn.put(name, Base64.getEncoder().encodeToString(bytes));
        }
        return drawn;
    }

    private static String old(String ring) {
        return ring.substring(0, ring.indexOf(','));
    }

    private static Map<String, String> secrets() {
        var secrets = new LinkedHashMap<String, String>();
        try {
            for (var line : Files.readAllLines(SECRETS)) {
                var equals = line.indexOf('=');
                secrets.put(line.substring(0, equals), line.substring(equals + 1));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return secrets;
    }

    private static void changeSecrets(Function<Map.Entry<String, String>, String> change)
            throws IOException {
        Files.write(
                SECRETS,
                secrets().entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + change.apply(entry))
                        .toList());
    }

    private static void restartAll() {
        for (var service : WITH_KEYS) {
            var instances = RunningProcess.of(service);
            for (var process : instances) {
                stop(process);
                Script.succeed("start", service, Integer.toString(instances.size()));
            }
        }
    }

    private static void stop(RunningProcess process) {
        process.signal("TERM");
        var end = Instant.now().plus(PATIENCE);
        while (process.isAlive()) {
            assertThat(Instant.now()).as(process.name() + " does not stop").isBefore(end);
            MerchantClient.pause();
        }
    }

    private static void awaitNothingUnderTheOldKey() {
        var end = Instant.now().plus(PATIENCE);
        try (var store = new StoredDocuments()) {
            var rotations = store.database().getCollection("key_rotations");
            while (rotations.find(and(eq("primary", 2), eq("left", 0L))).first() == null) {
                assertThat(Instant.now())
                        .as("still under the old key: %s", rotations.find().first())
                        .isBefore(end);
                MerchantClient.pause();
            }
            while (!MerchantClient.NOBODY
                    .get(METRICS.toString())
                    .text()
                    .contains("\npaylater_webhook_endpoints_under_old_key 0.0")) {
                assertThat(Instant.now()).as("endpoints under the old key").isBefore(end);
                MerchantClient.pause();
            }
        }
    }

    private void buyOnAndOn() {
        while (goesOn.get()) {
            var key = Map.of("Idempotency-Key", UUID.randomUUID().toString());
            var body =
                    MerchantClient.with(
                            MerchantClient.body("", "automatic"), "\"ssn\": \"777-88-9999\"");
            var bought = ask(door -> MERCHANT.post(door + "/payments", body, key));
            if (isAnswered(bought)) {
                paid.add(id(bought));
                awaitSucceeded(id(bought));
                refund(id(bought));
            }
        }
    }

    /** While the one connector-service restarts, a payment is shown as processing. */
    private void awaitSucceeded(String paymentId) {
        var end = Instant.now().plus(PATIENCE);
        var path = "/payments/" + paymentId;
        while (!ask(door -> MERCHANT.get(door + path)).string("status").equals("succeeded")) {
            if (Instant.now().isAfter(end)) {
                failures.add(paymentId + " is stuck");
                return;
            }
            MerchantClient.pause();
        }
    }

    /** Asked with a service token; refund-service learns of a refund when it is back. */
    private void refund(String paymentId) {
        var key = Map.of("Idempotency-Key", UUID.randomUUID().toString());
        var body = "{\"payment_id\": \"%s\", \"amount\": 100}".formatted(paymentId);
        var refund = ask(door -> MERCHANT.post(door + "/refunds", body, key));
        if (isAnswered(refund)) {
            var path = "/refunds/" + refund.string("refund_id");
            var end = Instant.now().plus(PATIENCE);
            var found = ask(door -> MERCHANT.get(door + path));
            while (found.status() == 404 && Instant.now().isBefore(end)) {
                MerchantClient.pause();
                found = ask(door -> MERCHANT.get(door + path));
            }
            isAnswered(found);
        }
    }

    private boolean isAnswered(ApiAnswer answer) {
        if (answer.status() != 200) {
            failures.add(answer.status() + " " + answer.text());
        }
        return answer.status() == 200;
    }

    private ApiAnswer ask(Function<String, ApiAnswer> request) {
        while (true) {
            try {
                var door = doors.get(Math.floorMod(turn.getAndIncrement(), doors.size()));
                var answer = request.apply(door);
                if (!Set.of(409, 503).contains(answer.status())) {
                    return answer;
                }
            } catch (UncheckedIOException e) {
                // Nobody there, or gone while it was asked: the key makes repeating safe.
            }
            refused.incrementAndGet();
            MerchantClient.pause();
        }
    }
}
