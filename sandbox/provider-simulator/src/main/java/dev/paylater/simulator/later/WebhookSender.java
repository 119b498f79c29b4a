package dev.paylater.simulator.later;

import dev.paylater.simulator.behaviour.Behaviours;
import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.dialect.Dialects;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends each webhook, and its copies, until a 2xx takes it or an hour is over. */
public final class WebhookSender implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WebhookSender.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final long FIRST_PAUSE_MILLIS = 500;
    private static final long LONGEST_PAUSE_MILLIS = 60_000;
    private static final long GIVE_UP_MILLIS = 3_600_000;
    private static final long BETWEEN_COPIES_MILLIS = 20;

    private final Book book;
    private final Dialects dialects;
    private final Behaviours behaviours;
    private final ScheduledExecutorService timer;
    private final LongSupplier clock;
    private final HttpClient client =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(PATIENCE)
                    .build();

    public WebhookSender(
            Book book,
            Dialects dialects,
            Behaviours behaviours,
            ScheduledExecutorService timer,
            LongSupplier clock) {
        this.book = book;
        this.dialects = dialects;
        this.behaviours = behaviours;
        this.timer = timer;
        this.clock = clock;
    }

    /** A webhook on its way; it is taken once every copy has found its end. */
    private record Errand(Webhook webhook, long begun, AtomicInteger copiesLeft) {}

    void send(Webhook webhook) {
        var behaviour = behaviours.of(webhook.connector());
        var copies = webhook.copies() + behaviour.webhookDuplicates();
        var errand = new Errand(webhook, clock.getAsLong(), new AtomicInteger(copies));
        for (var copy = 0; copy < copies; copy++) {
            later(
                    errand,
                    behaviour.webhookDelayMillis() + copy * BETWEEN_COPIES_MILLIS,
                    FIRST_PAUSE_MILLIS);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The answer is handled where it arrives.
    private void later(Errand errand, long delayMillis, long pauseMillis) {
        timer.schedule(() -> post(errand, pauseMillis), delayMillis, TimeUnit.MILLISECONDS);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // whenComplete is where the outcome goes.
    private void post(Errand errand, long pauseMillis) {
        var webhook = errand.webhook();
        try {
            var request = request(webhook).timeout(PATIENCE);
            dialects.of(webhook.connector())
                    .sign(webhook, clock.getAsLong())
                    .forEach(request::header);
            client.sendAsync(request.build(), HttpResponse.BodyHandlers.discarding())
                    .whenComplete(
                            (response, failure) -> {
                                if (failure == null && response.statusCode() / 100 == 2) {
                                    finished(errand);
                                } else {
                                    again(errand, pauseMillis);
                                }
                            });
        } catch (IllegalArgumentException e) {
            LOG.warn("merchant_reference={} webhook url unusable", webhook.merchantReference());
            finished(errand);
        }
    }

    /** One that has nothing to say but its address is a GET. */
    private static HttpRequest.Builder request(Webhook webhook) {
        var request = HttpRequest.newBuilder(URI.create(webhook.url()));
        return webhook.body().isEmpty()
                ? request.GET()
                : request.header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(webhook.body()));
    }

    private void again(Errand errand, long pauseMillis) {
        if (timer.isShutdown()) {
            return;
        }
        if (clock.getAsLong() - errand.begun() > GIVE_UP_MILLIS) {
            finished(errand);
        } else {
            later(errand, pauseMillis, Math.min(pauseMillis * 2, LONGEST_PAUSE_MILLIS));
        }
    }

    private void finished(Errand errand) {
        if (errand.copiesLeft().decrementAndGet() == 0) {
            book.taken(errand.webhook());
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
