package dev.paylater.api.http;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** Reads a request's body as long as it is not too long. */
final class Bodies {

    static final int MAX_BYTES = 512 * 1024;

    private Bodies() {}

    static byte[] read(HttpServletRequest request) {
        if (request.getContentLengthLong() > MAX_BYTES) {
            throw tooLarge();
        }
        try {
            var body = request.getInputStream().readNBytes(MAX_BYTES + 1);
            if (body.length > MAX_BYTES) {
                throw tooLarge();
            }
            return body;
        } catch (IOException e) {
            throw ApiException.of(400, ErrorCode.IR_06, "The body did not arrive completely");
        }
    }

    static byte[] readJson(HttpServletRequest request) {
        var body = read(request);
        if (body.length > 0) {
            requireJson(request);
        }
        return body;
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

    private static ApiException tooLarge() {
        return ApiException.of(
                413, ErrorCode.IR_06, "The body is larger than " + MAX_BYTES / 1024 + " KiB");
    }
}
