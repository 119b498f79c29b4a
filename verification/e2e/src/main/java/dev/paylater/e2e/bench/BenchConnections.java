package dev.paylater.e2e.bench;

import dev.paylater.e2e.MerchantClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.impl.bootstrap.HttpRequester;
import org.apache.hc.core5.http.impl.bootstrap.RequesterBootstrap;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.util.Timeout;

/**
 * Connections that are kept open, one for each request under way. It does as little as a client
 * can, since it runs on the machine that it measures.
 */
final class BenchConnections implements AutoCloseable {

    private static final Timeout TIMEOUT = Timeout.ofSeconds(30);

    /** Shorter than the server keeps a connection on which nothing comes. */
    private static final Timeout LIFETIME = Timeout.ofSeconds(15);

    private final HttpHost host;
    private final String key;
    private final HttpRequester requester;

    BenchConnections(String base, String key, int connections) {
        this.host = HttpHost.create(URI.create(base));
        this.key = key;
        this.requester =
                RequesterBootstrap.bootstrap()
                        .setDefaultMaxPerRoute(connections)
                        .setMaxTotal(connections)
                        .setTimeToLive(LIFETIME)
                        .setSocketConfig(
                                SocketConfig.custom()
                                        .setSoTimeout(TIMEOUT)
                                        .setTcpNoDelay(true)
                                        .build())
                        .create();
    }

    static BenchConnections toTheApi(int connections) {
        return new BenchConnections(MerchantClient.BASE, MerchantClient.SANDBOX_KEY, connections);
    }

    record Response(int status, String text) {

        /** The text of a JSON member; enough for the flat ones that a measurement looks at. */
        String member(String name) {
            var start = text.indexOf("\"" + name + "\":\"");
            if (start < 0) {
                return "";
            }
            var from = start + name.length() + 4;
            return text.substring(from, text.indexOf('"', from));
        }

        /** Fails unless the answer is good and, where one is named, the status is reached. */
        Response expect(String wantedStatus) {
            if (status / 100 != 2
                    || (!wantedStatus.isEmpty() && !member("status").equals(wantedStatus))) {
                throw new UnexpectedAnswer(status, text);
            }
            return this;
        }
    }

    Response post(String path, String body) {
        return send(
                ClassicRequestBuilder.post(path)
                        .setEntity(new StringEntity(body, ContentType.APPLICATION_JSON))
                        .build());
    }

    Response get(String path) {
        return send(ClassicRequestBuilder.get(path).build());
    }

    private Response send(ClassicHttpRequest request) {
        request.setHeader("api-key", key);
        try (var response = requester.execute(host, request, TIMEOUT, HttpCoreContext.create())) {
            var entity = response.getEntity();
            return new Response(
                    response.getCode(), entity == null ? "" : EntityUtils.toString(entity));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (HttpException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        requester.close(org.apache.hc.core5.io.CloseMode.IMMEDIATE);
    }
}
