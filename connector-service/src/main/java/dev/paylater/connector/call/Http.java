package dev.paylater.connector.call;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.connector.kit.HttpAnswer;
import dev.paylater.connector.kit.HttpCall;
import dev.paylater.kit.outgoing.BoundedHttp;
import dev.paylater.kit.outgoing.PublicAddresses;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;

/** Providers over HTTP. */
public final class Http implements Transport, AutoCloseable {

    private static final int MAX_ANSWER_BYTES = 1 << 20;

    private final BoundedHttp client;

    public Http(PublicAddresses addresses, Duration connectTimeout) {
        client = new BoundedHttp(addresses, connectTimeout);
    }

    @Override
    public HttpAnswer send(URI base, HttpCall call, Duration timeout) throws IOException {
        var request = new HttpUriRequestBase(call.method().name(), target(base, call));
        call.headers().forEach(request::setHeader);
        if (call.body() != null) {
            // The content type is among the headers; given here again, it would be sent twice.
            request.setEntity(new ByteArrayEntity(call.body().getBytes(UTF_8), null));
        }
        return client.send(request, timeout, Http::read);
    }

    static URI target(URI base, HttpCall call) {
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

    @Override
    public void close() throws IOException {
        client.close();
    }
}
