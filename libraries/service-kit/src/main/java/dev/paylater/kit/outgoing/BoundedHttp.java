package dev.paylater.kit.outgoing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.GZIPInputStream;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.io.HttpClientResponseHandler;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * An HTTP client for addresses that others choose. It blocks, which is what virtual threads are
 * for; it never retries a request and never follows a redirect by itself, since both would be an
 * effect that nobody requested. Apache's client rather than the JDK's, because only it lets us
 * choose the addresses that it connects to.
 */
public final class BoundedHttp implements AutoCloseable {

    private static final int MAX_CONNECTIONS = 10_000;
    private static final Duration LONGEST_IDLE = Duration.ofSeconds(20);

    private final CloseableHttpClient client;
    private final ScheduledThreadPoolExecutor deadlines =
            new ScheduledThreadPoolExecutor(1, BoundedHttp::daemon);

    public BoundedHttp(PublicAddresses addresses, Duration connectTimeout) {
        var connections =
                PoolingHttpClientConnectionManagerBuilder.create()
                        .setDnsResolver(new GuardedNames(addresses))
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
                        // Otherwise it offers every coding that any library here can decode.
                        .setContentDecoderRegistry(
                                new LinkedHashMap<>(Map.of("gzip", GZIPInputStream::new)))
                        .disableAutomaticRetries()
                        .disableRedirectHandling()
                        .disableCookieManagement()
                        .disableAuthCaching()
                        .evictIdleConnections(TimeValue.of(LONGEST_IDLE))
                        .build();
        deadlines.setRemoveOnCancelPolicy(true);
    }

    /**
     * Sends the request once.
     *
     * @param timeout for everything, from the connection to the end of what the reader reads
     * @throws OverdueAnswer when it had not arrived completely in time
     */
    public <T> T send(
            HttpUriRequestBase request, Duration timeout, HttpClientResponseHandler<T> reader)
            throws IOException {
        request.setConfig(
                RequestConfig.custom()
                        .setResponseTimeout(Timeout.of(timeout))
                        .setConnectionRequestTimeout(Timeout.of(timeout))
                        .build());
        var overdue = new AtomicBoolean();
        // The client's own timeouts are per read: one that drips bytes would never end.
        var deadline =
                deadlines.schedule(
                        () -> {
                            overdue.set(true);
                            request.cancel();
                        },
                        timeout.toMillis(),
                        TimeUnit.MILLISECONDS);
        try {
            return client.execute(request, reader);
        } catch (IOException e) {
            throw overdue.get() ? new OverdueAnswer(timeout, e) : e;
        } finally {
            deadline.cancel(false);
        }
    }

    private static Thread daemon(Runnable task) {
        return Thread.ofPlatform().name("call-deadlines").daemon().unstarted(task);
    }

    @Override
    public void close() throws IOException {
        deadlines.shutdownNow();
        client.close();
    }

    private record GuardedNames(PublicAddresses addresses) implements DnsResolver {
        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            return addresses.resolve(host);
        }

        @Override
        public String resolveCanonicalHostname(String host) throws UnknownHostException {
            return addresses.resolve(host)[0].getCanonicalHostName();
        }
    }
}
