package dev.paylater.connector;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.paylater.connector.account.Accounts;
import dev.paylater.connector.kafka.Deliveries;
import dev.paylater.connector.kafka.RequestHandler;
import dev.paylater.connector.kit.Account;
import dev.paylater.connector.lease.LeasedExecution;
import dev.paylater.connector.lease.OperationLeases;
import dev.paylater.connector.lease.OperationLeases.Claim;
import dev.paylater.connector.lease.OperationLeases.Claim.Held;
import dev.paylater.connector.lease.OperationLeases.Claim.Taken;
import dev.paylater.connector.stack.SandboxStub;
import dev.paylater.connector.stack.Service;
import dev.paylater.connector.stack.TopicReader;
import dev.paylater.connectors.Connectors;
import dev.paylater.kit.kafka.DeadLetters;
import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.MessageReader;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.kit.security.Audience;
import dev.paylater.kit.security.CustomerAddresses;
import dev.paylater.kit.security.KeyRing;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.kit.security.Sealer;
import dev.paylater.kit.security.ServiceToken;
import dev.paylater.messaging.AvroCodec;
import dev.paylater.schemas.ConnectorOutcome;
import dev.paylater.schemas.ConnectorRequest;
import dev.paylater.schemas.MessageHeaders;
import dev.paylater.schemas.PaymentOptions;
import dev.paylater.schemas.Topic;
import dev.paylater.teststack.Stack;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** The whole service against a real broker and store. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WorkerShellTest {

    private static final String REQUESTS = "connectors.sandbox";
    private static final String COMMANDS = "payments.commands";

    private final Stack stack = Stack.shared();
    private final SandboxStub provider = new SandboxStub();
    private final Service service = new Service(stack, provider.url());
    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeAll
    void awaitWorker() throws Exception {
        var until = System.nanoTime() + 30_000_000_000L;
        while (get("/actuator/health/readiness") != 200) {
            assertThat(System.nanoTime()).isLessThan(until);
            Thread.sleep(100);
        }
    }

    @AfterAll
    void close() {
        service.close();
        provider.close();
    }

    @Test
    void a_request_comes_back_as_an_outcome_that_names_its_cause() {
        try (var commands = new TopicReader(stack, COMMANDS)) {
            var request = request();
            publish(request, "request-1");

            var message = commands.await(isCausedBy("request-1"));

            assertThat(new String(message.key(), UTF_8))
                    .isEqualTo(Topic.key(Service.MERCHANT, request.getPaymentId()));
            assertThat(TopicReader.header(message, MessageHeaders.MESSAGE_ID))
                    .isEqualTo("request-1:approved");
            assertThat(TopicReader.header(message, MessageHeaders.REQUEST_ID)).isEqualTo("r-1");
            var outcome = outcome(message);
            assertThat(outcome.getStatus()).isEqualTo("approved");
            assertThat(outcome.getAmount()).isEqualTo(6540);
            assertThat(outcome.getConnectorTransactionId())
                    .isEqualTo("sbp_" + request.getPaymentId());
        }
    }

    @Test
    void a_request_that_comes_twice_is_carried_out_once() throws InterruptedException {
        try (var commands = new TopicReader(stack, COMMANDS)) {
            var request = request();
            publish(request, "request-2");
            publish(request, "request-2");
            publish(request(request.getPaymentId(), "capture"), "after-request-2");

            commands.await(isCausedBy("after-request-2"));
            awaitIdle();

            assertThat(provider.keys()).containsOnlyOnce(request.getIdempotencyKey());
            assertThat(commands.count(isCausedBy("request-2"))).isEqualTo(1);
        }
    }

    @Test
    void a_fault_of_our_own_sets_its_record_aside_and_lets_the_offsets_go_on() throws Exception {
        try (var letters = new TopicReader(stack, REQUESTS + ".dlt")) {
            var handler =
                    RequestHandler.of(
                            Connectors.all().getFirst(),
                            service.bean(MessageReader.class),
                            service.bean(MessagePublisher.class),
                            service.bean(DeadLetters.class),
                            new FaultyAccounts(),
                            service.bean(LeasedExecution.class),
                            new CustomerAddresses(
                                    "https://paylater.test",
                                    KeyRing.parse(
                                            "a key",
                                            "1:"
                                                    + Base64.getEncoder()
                                                            .encodeToString(new byte[32]))),
                            new Deliveries(_ -> {}),
                            Clock.systemUTC());
            var value = service.bean(AvroCodec.class).encode(REQUESTS, request());
            var faulty = new ConsumerRecord<>(REQUESTS, 0, 0, "k".getBytes(UTF_8), value);
            faulty.headers().add(MessageHeaders.MESSAGE_ID, "faulty".getBytes(UTF_8));

            handler.handle(faulty, false);

            var letter = letters.await(message -> Arrays.equals(message.value(), value));
            assertThat(TopicReader.header(letter, "dlt-reason")).contains("a fault of our own");
        }
    }

    @Test
    void a_slow_call_does_not_hold_up_the_next_on_the_same_partition() throws InterruptedException {
        try (var commands = new TopicReader(stack, COMMANDS)) {
            var gate = provider.hold();
            var slow = request();
            publish(slow, "slow");
            awaitKeys(slow.getIdempotencyKey(), 1);
            provider.hold().countDown();
            publish(request(slow.getPaymentId(), "second"), "fast");

            commands.await(isCausedBy("fast"));
            assertThat(commands.count(isCausedBy("slow"))).isZero();
            gate.countDown();
            assertThat(outcome(commands.await(isCausedBy("slow"))).getStatus())
                    .isEqualTo("approved");
        }
    }

    @Test
    void a_record_that_cannot_be_read_is_put_aside_with_its_bytes() throws Exception {
        try (var letters = new TopicReader(stack, REQUESTS + ".dlt");
                var producer = producer()) {
            var junk = ("junk " + UUID.randomUUID()).getBytes(UTF_8);
            producer.send(new ProducerRecord<>(REQUESTS, "k".getBytes(UTF_8), junk)).get();

            var letter = letters.await(message -> Arrays.equals(message.value(), junk));

            assertThat(TopicReader.header(letter, "dlt-original-topic")).isEqualTo(REQUESTS);
        }
    }

    @Test
    void what_the_connectors_can_serve_is_told_at_the_start() {
        var known =
                service.bean(MongoDatabase.class)
                        .getCollection("connector_capabilities")
                        .find(new Document("_id", "sandbox"))
                        .first();

        assertThat(known).isNotNull().containsKeys("currencies", "countries", "capture_methods");
    }

    @Test
    void a_refused_exchange_is_kept_sealed_and_one_that_succeeds_is_not() {
        try (var commands = new TopicReader(stack, COMMANDS)) {
            var refused = request();
            provider.refuse(refused.getPaymentId());
            var approved = request();
            publish(approved, "kept-not");
            commands.await(isCausedBy("kept-not"));
            publish(refused, "kept");
            commands.await(isCausedBy("kept"));

            var exchanges = service.bean(MongoDatabase.class).getCollection("provider_exchanges");
            var query = new Document("payment_id", refused.getPaymentId());
            while (exchanges.find(query).first() == null) {
                LockSupport.parkNanos(10_000_000);
            }
            var kept = Objects.requireNonNull(exchanges.find(query).first());
            assertThat(kept)
                    .containsEntry("merchant_id", Service.MERCHANT)
                    .containsEntry("operation_id", refused.getOperationId())
                    .containsEntry("connector", "sandbox")
                    .containsEntry("account", Service.ACCOUNT)
                    .containsEntry("result", "unauthorized");
            var opened =
                    service.bean(Sealer.class)
                            .open(
                                    kept.getString("exchange"),
                                    new SealedPlace(
                                            Service.MERCHANT, refused.getPaymentId(), "exchange"));
            assertThat(opened)
                    .contains("\"http_status\":401", refused.getPaymentId(), "***")
                    .doesNotContain("sandbox_one");
            assertThat(exchanges.listIndexes())
                    .anyMatch(
                            index ->
                                    Objects.equals(index.get("expireAfterSeconds"), 2_592_000L)
                                            || Objects.equals(
                                                    index.get("expireAfterSeconds"), 2_592_000));
            assertThat(
                            exchanges.countDocuments(
                                    new Document("payment_id", approved.getPaymentId())))
                    .isZero();
        }
    }

    @Test
    void a_signed_notification_is_told_once_however_often_it_comes() throws Exception {
        try (var commands = new TopicReader(stack, COMMANDS)) {
            var event = event();

            assertThat(notify(event.body(), signature(event.body(), Instant.now()))).isEqualTo(200);
            assertThat(notify(event.body(), signature(event.body(), Instant.now()))).isEqualTo(200);

            var message = commands.await(hasId(event.messageId()));
            assertThat(outcome(message).getInquiry()).isTrue();
            assertThat(outcome(message).getOperationId()).isEqualTo(event.operationId());
            assertThat(commands.count(hasId(event.messageId()))).isEqualTo(1);
        }
    }

    @Test
    void a_notification_whose_telling_was_cut_off_by_a_crash_is_told_again() throws Exception {
        try (var commands = new TopicReader(stack, COMMANDS)) {
            var event = event();
            service.bean(MongoDatabase.class)
                    .getCollection("webhook_events")
                    .insertOne(new Document("_id", event.storedId()).append("published", false));

            assertThat(notify(event.body(), signature(event.body(), Instant.now()))).isEqualTo(200);

            commands.await(hasId(event.messageId()));
        }
    }

    @Test
    void a_forged_stale_or_truncated_notification_changes_nothing_and_is_counted()
            throws Exception {
        try (var commands = new TopicReader(stack, COMMANDS)) {
            var event = event();
            var now = signature(event.body(), Instant.now());

            assertThat(notify(event.body(), "t=1,v1=" + "0".repeat(64))).isEqualTo(401);
            assertThat(
                            notify(
                                    event.body(),
                                    signature(event.body(), Instant.now().minusSeconds(400))))
                    .isEqualTo(401);
            assertThat(notify(event.body().substring(0, 50), now)).isEqualTo(401);

            assertThat(commands.count(hasId(event.messageId()))).isZero();
            assertThat(body("/actuator/prometheus"))
                    .contains("paylater_webhooks_total{connector=\"sandbox\",result=\"forged\"}")
                    .contains("paylater_webhooks_total{connector=\"sandbox\",result=\"stale\"}");
        }
    }

    @Test
    void a_merchant_that_does_not_exist_is_answered_like_a_forgery_for_one_that_does()
            throws Exception {
        var forged = "t=1,v1=" + "0".repeat(64);
        for (var body : List.of(event().body(), "not json")) {
            for (var signature : List.of(forged, "none")) {
                var known = notifyAs(Service.MERCHANT, body, signature);
                var unknown = notifyAs("merchant_of_nobody", body, signature);
                assertThat(known.statusCode()).isEqualTo(401);
                assertThat(unknown.statusCode()).isEqualTo(401);
                assertThat(unknown.body()).isEqualTo(known.body());
                assertThat(unknown.headers().map().keySet())
                        .isEqualTo(known.headers().map().keySet());
            }
        }
    }

    @Test
    void only_the_api_service_may_bring_notifications() throws Exception {
        var event = event();
        var signature = signature(event.body(), Instant.now());
        var request =
                HttpRequest.newBuilder(webhooks())
                        .header("Sandbox-Signature", signature)
                        .POST(BodyPublishers.ofString(event.body()));
        var tokens = service.bean(ServiceToken.class);
        var forAnother = tokens.issue(Audience.WEBHOOK, Service.MERCHANT);

        assertThat(http.send(request.build(), BodyHandlers.ofString()).statusCode()).isEqualTo(401);
        request.header(ServiceToken.HEADER, forAnother);
        assertThat(http.send(request.build(), BodyHandlers.ofString()).statusCode()).isEqualTo(401);
    }

    @Test
    void of_deliveries_that_ask_at_once_one_gets_the_lease() throws Exception {
        var leases = service.bean(OperationLeases.class);
        var operation = "merchant_1/" + UUID.randomUUID();
        var now = Instant.now();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var asking =
                    IntStream.range(0, 20)
                            .<Callable<Claim>>mapToObj(
                                    n ->
                                            () ->
                                                    leases.take(
                                                            operation,
                                                            "delivery_" + n,
                                                            now,
                                                            now.plusSeconds(60)))
                            .toList();

            assertThat(threads.invokeAll(asking).stream().map(Future::resultNow))
                    .containsOnlyOnce(new Taken(true))
                    .filteredOn(Held.class::isInstance)
                    .hasSize(19);
        }
    }

    @Test
    void a_lease_that_is_over_goes_to_the_next_and_is_not_ended_by_the_one_before() {
        var leases = service.bean(OperationLeases.class);
        var operation = "merchant_1/" + UUID.randomUUID();
        var begin = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        var end = begin.plusSeconds(10);

        assertThat(leases.heldUntil(operation)).isNull();
        assertThat(leases.take(operation, "one", begin, end.plusSeconds(50)))
                .isEqualTo(new Taken(true));
        assertThat(leases.take(operation, "one", begin, end.plusSeconds(50)))
                .as("asked again, as when the answer was lost")
                .isEqualTo(new Taken(true));
        leases.endAt(operation, "one", end);
        assertThat(leases.take(operation, "two", begin, end)).isEqualTo(new Held(end));
        assertThat(leases.take(operation, "two", end, end.plusSeconds(60)))
                .isEqualTo(new Taken(false));
        leases.endAt(operation, "one", begin);
        assertThat(leases.heldUntil(operation)).isEqualTo(end.plusSeconds(60));
    }

    private static final class FaultyAccounts implements Accounts {

        @Override
        public Account byId(String id) {
            throw new IllegalStateException("a fault of our own");
        }

        @Override
        public List<Account> of(String merchantId, String connector) {
            throw new IllegalStateException("a fault of our own");
        }
    }

    private record Event(String id, String paymentId, String body) {

        String operationId() {
            return paymentId + "_1_capture_1";
        }

        String storedId() {
            return Service.MERCHANT + "/sandbox/" + id;
        }

        String messageId() {
            return "webhook/" + storedId() + "/0";
        }
    }

    private static Event event() {
        var id = "evt_" + UUID.randomUUID();
        var payment = "pay_" + UUID.randomUUID();
        var body =
                """
                {"event_id": "%s", "type": "capture.succeeded", "merchant_reference": "%s",
                 "attempt_reference": "%s_1", "data": {"capture": {"id": "sbc_1", "amount": 100,
                 "status": "succeeded", "idempotency_key": "%s_1_capture_1"}}}\
                """
                        .formatted(id, payment, payment, payment);
        return new Event(id, payment, body);
    }

    @Test
    void an_account_is_verified_by_looking_at_a_payment_that_nobody_has() throws Exception {
        var answer = verify(Service.MERCHANT, Service.MERCHANT, Service.ACCOUNT);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .contains("\"merchant_connector_id\":\"mca_1\"")
                .contains("\"verified\":true")
                .contains("\"status\":\"accepted\"")
                .contains("\"http_status\":404");
        assertThat(provider.looks()).contains("/v1/payments/00000000-0000-0000-0000-000000000000");
    }

    @Test
    void a_verification_ends_within_a_bounded_time() throws Exception {
        var gate = provider.hold();
        setTimeout("20000");
        try {
            assertThat(verify(Service.MERCHANT, Service.MERCHANT, Service.ACCOUNT).body())
                    .contains("\"verified\":null")
                    .contains("\"status\":\"unreachable\"")
                    .contains("\"http_status\":null")
                    .contains("none within 8 s");
        } finally {
            setTimeout("3000");
            gate.countDown();
        }
    }

    @Test
    void only_api_service_verifies_and_only_accounts_of_the_merchant() throws Exception {
        assertThat(verify("merchant_2", Service.MERCHANT, Service.ACCOUNT).statusCode())
                .isEqualTo(401);
        assertThat(verify("merchant_2", "merchant_2", Service.ACCOUNT).statusCode()).isEqualTo(404);
        assertThat(verify(Service.MERCHANT, Service.MERCHANT, "mca_nobodys").statusCode())
                .isEqualTo(404);
    }

    private void setTimeout(String millis) {
        service.bean(MongoDatabase.class)
                .getCollection("connector_accounts")
                .updateOne(
                        new Document("_id", Service.ACCOUNT),
                        new Document("$set", new Document("settings.timeout_millis", millis)));
    }

    private HttpResponse<String> verify(String issuedFor, String merchantId, String accountId)
            throws IOException, InterruptedException {
        var accounts = "/admin/merchants/" + merchantId + "/connector_accounts/";
        var request =
                HttpRequest.newBuilder(uri(accounts + accountId + "/verify"))
                        .header(
                                ServiceToken.HEADER,
                                service.bean(ServiceToken.class)
                                        .issue(Audience.CONNECTOR, issuedFor))
                        .POST(BodyPublishers.noBody());
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private int notify(String body, String signature) throws IOException, InterruptedException {
        return notifyAs(Service.MERCHANT, body, signature).statusCode();
    }

    private HttpResponse<String> notifyAs(String merchantId, String body, String signature)
            throws IOException, InterruptedException {
        var token = service.bean(ServiceToken.class).issue(Audience.CONNECTOR, merchantId);
        var request =
                HttpRequest.newBuilder(uri("/webhooks/" + merchantId + "/sandbox"))
                        .header(ServiceToken.HEADER, token)
                        .header("Content-Type", "application/json")
                        .header("Sandbox-Signature", signature)
                        .POST(BodyPublishers.ofString(body))
                        .build();
        return http.send(request, BodyHandlers.ofString());
    }

    private URI webhooks() {
        return uri("/webhooks/" + Service.MERCHANT + "/sandbox");
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + service.port() + path);
    }

    private URI management(String path) {
        return URI.create("http://127.0.0.1:" + service.managementPort() + path);
    }

    private int get(String path) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(management(path)).build();
        return http.send(request, BodyHandlers.ofString()).statusCode();
    }

    private String body(String path) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(management(path)).build(), BodyHandlers.ofString())
                .body();
    }

    private static String signature(String body, Instant stamped) throws GeneralSecurityException {
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Service.WEBHOOK_SECRET.getBytes(UTF_8), "HmacSHA256"));
        var code = mac.doFinal((stamped.getEpochSecond() + "." + body).getBytes(UTF_8));
        return "t=" + stamped.getEpochSecond() + ",v1=" + HexFormat.of().formatHex(code);
    }

    private void awaitKeys(String key, int times) throws InterruptedException {
        var until = System.nanoTime() + 20_000_000_000L;
        while (provider.keys().stream().filter(key::equals).count() < times) {
            assertThat(System.nanoTime()).isLessThan(until);
            Thread.sleep(20);
        }
    }

    private void awaitIdle() throws InterruptedException {
        var inFlight =
                service.bean(MeterRegistry.class)
                        .get("paylater.connector.requests.in.flight")
                        .tag("connector", "sandbox")
                        .gauge();
        var until = System.nanoTime() + 20_000_000_000L;
        while (inFlight.value() > 0) {
            assertThat(System.nanoTime()).isLessThan(until);
            Thread.sleep(20);
        }
    }

    private ConnectorOutcome outcome(ConsumerRecord<byte[], byte[]> message) {
        return (ConnectorOutcome) service.bean(AvroCodec.class).decode(message.value());
    }

    private void publish(ConnectorRequest request, String messageId) {
        service.bean(MessagePublisher.class)
                .publish(
                        Outgoing.of(
                                REQUESTS,
                                Topic.key(request.getMerchantId(), request.getPaymentId()),
                                messageId,
                                new MessageContext("command", "r-1", null),
                                request))
                .join();
    }

    private KafkaProducer<byte[], byte[]> producer() {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", stack.bootstrap()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    private static Predicate<ConsumerRecord<byte[], byte[]>> isCausedBy(String messageId) {
        return message ->
                TopicReader.header(message, MessageHeaders.CAUSATION_ID).equals(messageId);
    }

    private static Predicate<ConsumerRecord<byte[], byte[]>> hasId(String messageId) {
        return message -> TopicReader.header(message, MessageHeaders.MESSAGE_ID).equals(messageId);
    }

    private static ConnectorRequest request() {
        return request("pay_" + UUID.randomUUID(), "authorize");
    }

    private static ConnectorRequest request(String paymentId, String suffix) {
        var id = paymentId + "_1_" + suffix;
        return ConnectorRequest.newBuilder()
                .setMerchantId(Service.MERCHANT)
                .setPaymentId(paymentId)
                .setAttemptId(paymentId + "_1")
                .setIssuedAt(Instant.now().toEpochMilli())
                .setConnector("sandbox")
                .setMerchantConnectorId(Service.ACCOUNT)
                .setOperation("authorize")
                .setOperationId(id)
                .setIdempotencyKey(id)
                .setSequence(1)
                .setAmount(6540)
                .setCurrency("EUR")
                .setAuthorizedAmount(6540)
                .setCapturedAmount(0)
                .setCaptureMethod("manual")
                .setNotAfter(Instant.now().plusSeconds(60).toEpochMilli())
                .setOutcomeTopic(COMMANDS)
                .setConnectorState(Map.of())
                .setOptions(PaymentOptions.newBuilder().build())
                .setTerms(Map.of())
                .setDetails(Map.of())
                .build();
    }
}
