package dev.paylater.connector.call;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.connector.kit.HttpAnswer;
import dev.paylater.connector.kit.HttpCall;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * The one HTTP client. It blocks, which is what virtual threads are for; it never repeats a request
 * and never follows a redirect by itself, since both would be an effect that nobody ordered.
 * Apache's client rather than the JDK's, because only it lets us choose the addresses that it
 * connects to.
 */
final class Http implements Transport, AutoCloseable {

    private static final int MAX_CONNECTIONS = 10_000;
    private static final int MAX_ANSWER_BYTES = 1 << 20;
    private static final Duration LONGEST_IDLE = Duration.ofSeconds(20);

    private final CloseableHttpClient client;
    private final ScheduledThreadPoolExecutor deadlines =
            new ScheduledThreadPoolExecutor(1, Http::daemon);

    Http(PublicAddresses addresses, Duration connectTimeout) {
        var connections =
                PoolingHttpClientConnectionManagerBuilder.create()
                        .setDnsResolver(addresses)
                        .setMaxConnTotal(MAX_CONNECTIONS)
                        .setMaxConnPerRoute(MAX_CONNECTIONS)
                        .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
                        .setConnPoolPolicy(PoolReusePolicy.LIFO)
                        .setDefaultConnectionConfig(
                                ConnectionConfig.custom()
                                        .setConnectTimeout(Timeout.of(connectTimeout))
                                        .setValidateAfterInactivity(TimeValue.ofSeconds(1))
                                        .setIdleTimeout(Timeout.of(LONGEST_IDLE))
                                        .build())
                        .build();
        client =
                HttpClients.custom()
                        .setConnectionManager(connections)
                        .setUserAgent("paylater/0.1")
                        .disableAutomaticRetries()
                        .disableRedirectHandling()
                        .disableCookieManagement()
                        .disableAuthCaching()
                        .evictIdleConnections(TimeValue.of(LONGEST_IDLE))
                        .build();
        deadlines.setRemoveOnCancelPolicy(true);
    }

    @Override
    public HttpAnswer send(URI base, HttpCall call, Duration timeout) throws IOException {
        var request = new HttpUriRequestBase(call.method().name(), target(base, call));
        request.setConfig(
                RequestConfig.custom()
                        .setResponseTimeout(Timeout.of(timeout))
                        .setConnectionRequestTimeout(Timeout.of(timeout))
                        .build());
        call.headers().forEach(request::setHeader);
        if (call.body() != null) {
            // The content type is among the headers; given here again, it would be sent twice.
            request.setEntity(new StringEntity(call.body(), (ContentType) null, "UTF-8", false));
        }
        var overdue = new AtomicBoolean();
        // The client's own timeouts are per read: a provider that drips bytes would never end.
        var deadline =
                deadlines.schedule(
                        () -> {
                            overdue.set(true);
                            request.cancel();
                        },
                        timeout.toMillis(),
                        TimeUnit.MILLISECONDS);
        try {
            return client.execute(request, Http::read);
        } catch (IOException e) {
            throw overdue.get() ? new OverdueAnswer(timeout, e) : e;
        } finally {
            deadline.cancel(false);
        }
    }

    private static URI target(URI base, HttpCall call) {
        var text = base.toString();
        return URI.create(
                (text.endsWith("/") ? text.substring(0, text.length() - 1) : text) + call.path());
    }

    private static HttpAnswer read(ClassicHttpResponse response) throws IOException {
        var headers = new HashMap<String, String>();
        for (var header : response.getHeaders()) {
            headers.putIfAbsent(header.getName().toLowerCase(Locale.ROOT), header.getValue());
        }
        var entity = response.getEntity();
        var body = new byte[0];
        if (entity != null) {
            try (var content = entity.getContent()) {
                body = content.readNBytes(MAX_ANSWER_BYTES + 1);
            }
            if (body.length > MAX_ANSWER_BYTES) {
                throw new IOException("the answer is larger than " + MAX_ANSWER_BYTES + " bytes");
            }
        }
        return new HttpAnswer(response.getCode(), headers, new String(body, UTF_8));
    }

    private static Thread daemon(Runnable task) {
        return Thread.ofPlatform().name("call-deadlines").daemon().unstarted(task);
    }

    @Override
    public void close() throws IOException {
        deadlines.shutdownNow();
        client.close();
    }
}
