package dev.paylater.simulator.http;

import dev.paylater.simulator.dialect.Reply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.Invocable;

/** One request and the ways in which its answer reaches the caller, or does not. */
record AnswerDelivery(Request request, Response response, Callback callback) {

    private static final long STALL_MILLIS = 30_000;

    /** Sends at the right time without holding a thread until then. */
    @SuppressWarnings("FutureReturnValueIgnored") // The connection is what learns of the end.
    void send(Reply reply, ScheduledExecutorService timer) {
        var delay =
                reply.delayMillis()
                        + (reply.delivery() == Reply.Delivery.STALLED ? STALL_MILLIS : 0);
        if (delay == 0) {
            deliver(reply);
        } else {
            timer.schedule(() -> deliver(reply), delay, TimeUnit.MILLISECONDS);
        }
    }

    private void deliver(Reply reply) {
        var answer = reply.answer();
        var body =
                answer.body() == null
                        ? new byte[0]
                        : answer.body().getBytes(StandardCharsets.UTF_8);
        switch (reply.delivery()) {
            case STALLED, DROPPED -> hangUp();
            case ANSWERED -> write(reply, body, body.length, callback);
            case MALFORMED -> {
                var half = Arrays.copyOf(body, body.length / 2);
                write(reply, half, half.length, callback);
            }
            case TRUNCATED ->
                    write(
                            reply,
                            Arrays.copyOf(body, body.length / 2),
                            body.length,
                            Callback.from(this::hangUp));
        }
    }

    private void write(Reply reply, byte[] body, int announced, Callback then) {
        response.setStatus(reply.answer().status());
        var headers = response.getHeaders();
        reply.answer().headers().forEach(headers::put);
        if (announced > 0) {
            headers.put(HttpHeader.CONTENT_TYPE, "application/json");
            headers.put(HttpHeader.CONTENT_LENGTH, announced);
        }
        response.write(announced == body.length, ByteBuffer.wrap(body), then);
    }

    private void hangUp() {
        request.getConnectionMetaData().getConnection().getEndPoint().close();
        callback.failed(new IOException("Closed without an answer, as a test asked for."));
    }

    void send(Served served) {
        switch (served) {
            case Served.Text(var status, var type, var body) -> {
                response.setStatus(status);
                response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
                response.write(
                        true, ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)), callback);
            }
            case Served.Redirect(var location) -> {
                response.setStatus(302);
                response.getHeaders().put(HttpHeader.LOCATION, location);
                response.write(true, null, callback);
            }
            case Served.Stream(var type, var body) -> {
                response.setStatus(200);
                response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
                try (var out = Response.asBufferedOutputStream(request, response)) {
                    body.accept(out);
                } catch (IOException | UncheckedIOException e) {
                    callback.failed(e);
                    return;
                }
                callback.succeeded();
            }
        }
    }

    /** Reads the body, at most so much of it, without blocking. */
    void read(int atMost, Consumer<byte[]> then, Consumer<Throwable> failed) {
        if (request.getLength() > atMost) {
            // Read to its end all the same: a caller that is cut off sees no answer.
            var tooLarge = new IOException("The body is larger than " + atMost);
            Content.Source.consumeAll(request, Callback.from(() -> failed.accept(tooLarge)));
            return;
        }
        Content.Source.asByteArrayAsync(
                request,
                atMost,
                Promise.Invocable.from(Invocable.InvocationType.NON_BLOCKING, then, failed));
    }
}
