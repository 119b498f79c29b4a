package dev.paylater.conformance;

import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Capabilities;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Fields;
import dev.paylater.connector.kit.Notice;
import dev.paylater.connector.kit.Secret;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** Everything around a connector under test; one for all cases of a connector. */
final class Lab implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);
    private static final AtomicInteger NUMBER = new AtomicInteger();

    final Subject subject;
    final Simulator simulator;
    final FaultyProxy proxy;
    final WebhookSink sink = new WebhookSink();
    final RealCalls calls = new RealCalls(PATIENCE);

    Lab(Subject subject, Path data) {
        this.subject = subject;
        simulator = new Simulator(data);
        proxy = new FaultyProxy(simulator.port());
        simulator.subscribe(subject.name(), sink.url("{merchant_reference}"));
    }

    Connector connector() {
        return subject.connector();
    }

    Capabilities capabilities() {
        return connector().capabilities();
    }

    boolean can(Feature feature) {
        return capabilities().features().contains(feature);
    }

    /** A new account each time: a breaker or a pause of one case must not meet another. */
    Account account() {
        return account(subject.credentials(), Map.of());
    }

    Account account(Map<String, String> credentials, Map<String, String> moreSettings) {
        var secrets = new HashMap<String, Secret>();
        credentials.forEach((name, value) -> secrets.put(name, new Secret(value)));
        var settings = new HashMap<>(subject.settings());
        settings.putAll(moreSettings);
        return new Account(
                "mca_" + NUMBER.incrementAndGet(),
                "merchant_kit",
                connector().name(),
                proxy.url(subject.path()),
                secrets,
                new Secret(subject.webhookSecret()),
                new Fields(settings));
    }

    Purchase purchase() {
        return Purchase.at(subject);
    }

    Deal deal(Purchase purchase) {
        return new Deal(this, purchase, account());
    }

    Deal deal() {
        return deal(purchase());
    }

    /** One that came with a payment. */
    String mandate() {
        var giver = deal(purchase().withPaymentType("new_mandate")).authorized();
        return Objects.requireNonNull(giver.mandateId());
    }

    /** What a notification comes to, now. */
    Notice read(WebhookSink.Received received, Deal deal) {
        var notice = connector().read(received.notification(), deal.account(), Instant.now());
        return calls.proven(notice, deal.account(), connector());
    }

    List<WebhookSink.Received> webhooks(Deal deal) {
        return List.copyOf(sink.of(deal.paymentId()));
    }

    void await(String what, BooleanSupplier condition) {
        var deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("waited in vain until " + what);
            }
            Deal.pause();
        }
    }

    /** As long as every other: 30 characters. */
    static String paymentId() {
        return "pay_%010d%016x"
                .formatted(NUMBER.incrementAndGet(), System.nanoTime() & Long.MAX_VALUE);
    }

    @Override
    public void close() throws IOException {
        calls.close();
        proxy.close();
        sink.close();
        simulator.close();
    }
}
