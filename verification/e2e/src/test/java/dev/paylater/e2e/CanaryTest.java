package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Sends secrets that occur nowhere else in the world, and looks for them wherever something is kept
 * or shown to operators: logs, topics and their segments, dead letters, metrics, a payment's trace,
 * documents and the store's files.
 */
@ExtendWith(RunningStack.class)
class CanaryTest {

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;
    private static final List<Integer> METERED = List.of(8180, 8181, 8182, 8183, 8184);
    private static final Path HOME = Path.of(System.getenv("PAYLATER_HOME"));

    private static final Set<String> SERVICES =
            Set.of(
                    "api-service",
                    "orchestrator-service",
                    "connector-service",
                    "refund-service",
                    "webhook-service");

    private static final Pattern PLACE = Pattern.compile("<(\\w+)>");
    private static final int OTHERS = 600;
    private static final int AT_ONCE = 24;
    private static final int HEAP_WINDOW = 8 * 1024 * 1024;
    private static final int LONGEST_SECRET = 256;
    private static final Duration UNUSED = Duration.ofMinutes(8);

    /** The provider's own side may know what it was sent. */
    private static final String PROVIDER = "provider-simulator";

    private final String canary = UUID.randomUUID().toString().replace("-", "").substring(0, 12);
    private final List<String> secrets = new ArrayList<>();
    private final List<String> found = new ArrayList<>();

    @Test
    @Covers({"2.1 ssn at rest", "2.1 birth_date at rest", "5.2 keys and credentials at rest"})
    void nothing_that_is_secret_is_found_at_rest() throws IOException {
        var paymentId = sendSecrets();
        assertThat(secrets).hasSizeGreaterThan(28);

        searchTrace(paymentId);
        searchFiles(HOME.resolve("logs"));
        searchFiles(HOME.resolve("data"));
        searchTopics();
        searchMetrics();
        searchDocuments();
        assertThat(found).as("where secrets lie").isEmpty();
    }

    /**
     * What connections and parsers hold of a request is overwritten by those after it, or goes with
     * the connection that nobody has used for half a minute. Webhooks of those after it may take a
     * busy machine minutes, and use connections meanwhile.
     */
    @Test
    void nothing_that_is_secret_stays_in_the_memory_of_a_service() throws Exception {
        sendSecrets();
        UnaryOperator<String> longer = prefix -> prefix + "0123456789abcdef";
        var others = personal(longer);
        Crowd.start(
                        OTHERS,
                        AT_ONCE,
                        () -> {
                            var id = MERCHANT.post("/payments", others).string("payment_id");
                            return MerchantClient.CUSTOMER.get(
                                    "/payments/%s?client_secret=%s"
                                            .formatted(id, longer.apply("query_of_another_")));
                        })
                .forEach(Crowd::await);
        for (var process : RunningProcess.all()) {
            if (SERVICES.contains(process.service())) {
                var end = Instant.now().plus(UNUSED);
                searchHeap(process);
                while (!found.isEmpty() && Instant.now().isBefore(end)) {
                    found.clear();
                    searchHeap(process);
                }
            }
        }
        assertThat(found).as("what services remember: %s", found).isEmpty();
    }

    /** Of what is alive after a full collection. */
    private void searchHeap(RunningProcess process) throws Exception {
        var dump = Files.createTempDirectory("heap").resolve(process.service() + ".hprof");
        var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        var written =
                new ProcessBuilder(
                                jcmd, Long.toString(process.pid()), "GC.heap_dump", dump.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor();
        assertThat(written).isZero();
        try (var in = Files.newInputStream(dump)) {
            var window = new byte[HEAP_WINDOW];
            var kept = 0;
            for (var read = 0; (read = in.readNBytes(window, kept, window.length - kept)) > 0; ) {
                var end = kept + read;
                search("heap of " + process.service(), Arrays.copyOf(window, end));
                kept = Math.min(end, LONGEST_SECRET);
                System.arraycopy(window, end - kept, window, 0, kept);
            }
        } finally {
            Files.delete(dump);
            Files.delete(dump.getParent());
        }
    }

    /** The orchestrator goes on with a payment that was changed behind its back. */
    @Test
    void what_named_a_deleted_customer_is_gone_and_their_payment_can_still_be_refunded() {
        var customerId = "cus_" + canary;
        var body =
                MerchantClient.with(
                        MerchantClient.body("", "automatic"),
                        "\"customer\": {\"id\": \"%s\", \"name\": \"Ada\"}".formatted(customerId));
        var id = MERCHANT.post("/payments", body).expect(200).string("payment_id");
        MERCHANT.await(id, Duration.ofSeconds(10), "succeeded");

        var deleted = MERCHANT.delete("/customers/" + customerId).expect(200);
        assertThat(deleted.json().path("customer_deleted").booleanValue()).isTrue();
        try (var store = new StoredDocuments()) {
            assertThat(store.payment(id).toJson()).doesNotContain("sealed:");
        }
        assertThat(MERCHANT.payment(id).json().path("billing").isNull()).isTrue();
        assertThat(MERCHANT.get("/customers/" + customerId).status()).isEqualTo(404);

        var refund = "{\"payment_id\": \"%s\", \"amount\": 500}".formatted(id);
        assertThat(MERCHANT.post("/refunds", refund).expect(200).string("status"))
                .isEqualTo("succeeded");
        assertThat(MERCHANT.payment(id).number("amount")).isEqualTo(6540);
    }

    @Test
    void the_search_finds_what_is_there() throws IOException {
        var description = "visible_" + canary;
        var body =
                MerchantClient.with(
                        "{\"amount\": 100, \"currency\": \"EUR\"}",
                        "\"description\": \"%s\"".formatted(description));
        MERCHANT.post("/payments", body).expect(200);
        secrets.add(description);
        searchTopics();
        searchDocuments();
        searchFiles(HOME.resolve("data").resolve("kafka"));
        assertThat(found).hasSizeGreaterThanOrEqualTo(3);
    }

    /** Returns the payment that has most of them; an endpoint of its merchant is told of it. */
    private String sendSecrets() {
        MERCHANT.post(
                        "/webhook_endpoints",
                        "{\"url\": \"%s/hooks/canary_%s\"}".formatted(ProviderLedger.BASE, canary))
                .expect(200);
        // A date of a year in which no other test's customer was born.
        var birthDate =
                LocalDate.of(1751, 1, 1)
                        .plusDays(ThreadLocalRandom.current().nextInt(20_000))
                        .toString();
        secrets.add(birthDate);
        var details = credentials(this::secret);
        var pay =
                MerchantClient.with(
                        personal(this::secret), "\"birth_date\": \"" + birthDate + "\"");
        var payment =
                MERCHANT.post(
                                "/payments",
                                pay,
                                Map.of("Idempotency-Key", "key_" + UUID.randomUUID()))
                        .expect(200);
        var id = payment.string("payment_id");
        assertThat(payment.string("ssn")).isEqualTo("s" + canary);
        secrets.add(payment.string("client_secret"));
        secrets.add(payment.string("client_secret").replace(id + "_secret_", ""));
        MERCHANT.post(
                        "/payments/" + id + "/capture",
                        "{\"metadata\": {\"birth_date\": \"%s\"}, %s}"
                                .formatted(secret("cap"), details))
                .expect(200);
        MERCHANT.post(
                        "/refunds",
                        "{\"payment_id\": \"%s\", \"metadata\": {\"to\": \"%s\"}, %s}"
                                .formatted(id, secret("refund"), details))
                .expect(200);
        var sdk = secret("sdk");
        MERCHANT.post(
                        "/payments",
                        """
                        {"amount": 100, "currency": "EUR", "payment_method": "pay_later",
                         "payment_method_data": {"pay_later": {"klarna_sdk": {"token": "%s"}}}}
                        """
                                .formatted(sdk))
                .expect(200);
        // Refused requests are where many a log gives secrets away.
        MERCHANT.post("/payments", "{\"ssn\": \"%s\", ".formatted(secret("broken")));
        MERCHANT.post("/payments", "{\"ssn\": \"%s-much-too-long\"}".formatted(secret("long")));
        new MerchantClient(secret("sk_unknown_")).post("/payments", "{}").expect(401);
        MerchantClient.CUSTOMER.get("/payments/" + id + "?client_secret=" + secret("query_"));

        var merchant = "canary_" + canary.substring(0, 4);
        MerchantClient.administer("", "{\"merchant_id\": \"" + merchant + "\"}");
        MerchantClient.administer(
                        "/" + merchant + "/connector_accounts",
                        """
                        {"connector": "klarna", "credentials": {"username": "%s", "password": "%s"},
                         "webhook_secret": "%s"}
                        """
                                .formatted(secret("user"), secret("pass"), secret("whsec")))
                .expect(200);
        secrets.add(
                MerchantClient.administer("/" + merchant + "/api_keys", "{\"kind\": \"secret\"}")
                        .expect(200)
                        .string("api_key"));
        return id;
    }

    /**
     * A payment with every field that says who the customer is.
     *
     * @param value makes the text of a field from its beginning
     */
    private static String personal(UnaryOperator<String> value) {
        var fields =
                """
                "ssn": "<s>",
                "email": "<mail>@example.com", "name": "<name>", "phone": "<phone>",
                "billing": {"address": {"first_name": "<first>", "last_name": "<last>",
                        "line1": "<line>", "zip": "<zip>", "city": "<city>", "country": "DE"},
                    "email": "<bmail>@example.com", "phone": {"number": "<number>"}},
                "shipping": {"address": {"first_name": "<to>", "line1": "<where>"}},
                "customer": {"id": "cus_canary", "name": "<cname>",
                    "email": "<cmail>@example.com"},
                "browser_info": {"user_agent": "<agent>"},
                "connector_metadata": {"guest": "<guest>"},
                "metadata": {"ssn": "<meta>", "deep": {"birth_date": "<deep>"}}
                """;
        var filled =
                PLACE.matcher(fields)
                        .replaceAll(place -> Matcher.quoteReplacement(value.apply(place.group(1))));
        return MerchantClient.with(
                MerchantClient.body("", "manual"), filled + ", " + credentials(value));
    }

    private static String credentials(UnaryOperator<String> value) {
        return "\"merchant_connector_details\": {\"encoded_data\": {\"connector_account_details\":"
                + " {\"other\": \"%s\"}}}".formatted(value.apply("cred"));
    }

    private String secret(String prefix) {
        var text = prefix + canary;
        secrets.add(text);
        return text;
    }

    /** Nearly all secrets end with the canary: where that is not, few have to be looked for. */
    private void search(String where, byte[] content) {
        var text = new String(content, StandardCharsets.ISO_8859_1);
        var hasCanary = text.contains(canary);
        secrets.stream()
                .filter(secret -> hasCanary || !secret.contains(canary))
                .filter(text::contains)
                .forEach(secret -> found.add(secret + " in " + where));
    }

    private void searchFiles(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file :
                    files.filter(Files::isRegularFile)
                            .filter(f -> !f.toString().contains(PROVIDER))
                            .toList()) {
                try {
                    search(file.toString(), Files.readAllBytes(file));
                } catch (java.nio.file.NoSuchFileException _) {
                    // Compacted or rolled in the meantime; its content is elsewhere now.
                }
            }
        }
    }

    /** As consumers get it, whatever the segments are compressed with; dead letters included. */
    private void searchTopics() {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", "127.0.0.1:" + (9092 + Script.PORT_OFFSET));
        try (var consumer =
                new KafkaConsumer<>(
                        settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            var partitions =
                    consumer.listTopics().values().stream()
                            .flatMap(List::stream)
                            .map(p -> new TopicPartition(p.topic(), p.partition()))
                            .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            while (partitions.stream()
                    .anyMatch(p -> consumer.position(p) < ends.getOrDefault(p, 0L))) {
                for (var message : consumer.poll(Duration.ofMillis(200))) {
                    if (message.value() != null) {
                        search("topic " + message.topic(), message.value());
                    }
                    for (var header : message.headers()) {
                        if (header.value() != null) {
                            search("headers", header.value());
                        }
                    }
                }
            }
        }
    }

    private void searchMetrics() {
        for (var port : METERED) {
            var metrics =
                    MerchantClient.NOBODY.get(
                            "http://127.0.0.1:%d/actuator/prometheus"
                                    .formatted(port + Script.PORT_OFFSET));
            search(
                    "metrics of " + port,
                    metrics.expect(200).text().getBytes(StandardCharsets.UTF_8));
        }
    }

    private void searchTrace(String paymentId) {
        var shown = Script.succeed("trace", paymentId);
        assertThat(shown).contains("capture_charged");
        search("trace", shown.getBytes(StandardCharsets.UTF_8));
    }

    private void searchDocuments() {
        try (var store = new StoredDocuments()) {
            for (var name : store.database().listCollectionNames()) {
                for (var document : store.database().getCollection(name).find()) {
                    search(
                            "collection " + name,
                            document.toJson().getBytes(StandardCharsets.UTF_8));
                }
            }
        }
    }
}
