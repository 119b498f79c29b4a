package dev.paylater.api.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.time.Duration;
import java.util.Collections;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/**
 * Reads a request's body as long as it is not too long and does not take too long. Meanwhile the
 * request holds no place among those that are worked on.
 */
final class Bodies {

    static final int MAX_BYTES = 512 * 1024;

    /** What a caller without a key may send to a page: a filled form has a tenth of it. */
    static final int MAX_BYTES_OF_FORM = 32 * 1024;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Bytes of each body that are read before memory is reserved for the rest. */
    static final int CHUNK = 8 * 1024;

    private Bodies() {}

    static byte[] read(HttpServletRequest request, int mostBytes) {
        if (request.getContentLengthLong() > mostBytes) {
            throw tooLarge(mostBytes);
        }
        return InFlight.whileWaiting(request, () -> await(request, mostBytes));
    }

    private static byte[] await(HttpServletRequest request, int mostBytes) {
        var end = System.nanoTime() + PATIENCE.toNanos();
        var body = new ByteArrayOutputStream();
        var chunk = new byte[CHUNK];
        var roomFor = CHUNK;
        try {
            var input = request.getInputStream();
            for (var read = input.read(chunk); read >= 0; read = input.read(chunk)) {
                body.write(chunk, 0, read);
                if (body.size() > mostBytes) {
                    throw tooLarge(mostBytes);
                }
                for (; roomFor < body.size(); roomFor += CHUNK) {
                    InFlight.takeRoom(request);
                }
                if (System.nanoTime() - end > 0) {
                    throw tooSlow(request);
                }
            }
            return body.toByteArray();
        } catch (SocketTimeoutException e) {
            throw tooSlow(request);
        } catch (IOException e) {
            throw ApiException.of(400, ErrorCode.IR_06, "The body did not arrive completely");
        }
    }

    static byte[] readJson(HttpServletRequest request) {
        requireIdentity(request);
        var body = read(request, MAX_BYTES);
        if (body.length > 0) {
            requireJson(request);
            requireText(body);
        }
        return body;
    }

    /** Nothing is unpacked here: a small body must not become a large one. */
    private static void requireIdentity(HttpServletRequest request) {
        for (var coding : Collections.list(request.getHeaders(HttpHeaders.CONTENT_ENCODING))) {
            if (!coding.strip().equalsIgnoreCase("identity")) {
                throw ApiException.unknownCoding(
                        "A body must be sent as it is, without Content-Encoding");
            }
        }
    }

    /** JSON is UTF-8, strictly: what only some readers take for a character is none. */
    private static void requireText(byte[] body) {
        try {
            var text = UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
            if (text.chars().allMatch(c -> c != 0)) {
                return;
            }
        } catch (CharacterCodingException _) {
            // The answer is that of a body with NUL in it, which UTF-16 would have.
        }
        throw ApiException.of(400, ErrorCode.IR_06, "The body is not UTF-8 text");
    }

    /** A body without a Content-Type is read as JSON on a GET only. */
    private static void requireJson(HttpServletRequest request) {
        var type = request.getContentType();
        if (type == null ? !request.getMethod().equals("GET") : !isJson(type)) {
            throw ApiException.of(
                    415, ErrorCode.IR_06, "The Content-Type of the body must be application/json");
        }
    }

    private static boolean isJson(String type) {
        try {
            return MediaType.APPLICATION_JSON.isCompatibleWith(MediaType.parseMediaType(type));
        } catch (InvalidMediaTypeException _) {
            return false;
        }
    }

    private static ApiException tooLarge(int mostBytes) {
        return ApiException.of(
                413, ErrorCode.IR_06, "The body is larger than " + mostBytes / 1024 + " KiB");
    }

    private static ApiException tooSlow(HttpServletRequest request) {
        UnreadBodies.abandon(request);
        return ApiException.of(408, ErrorCode.IR_06, "The body takes too long to arrive");
    }
}
