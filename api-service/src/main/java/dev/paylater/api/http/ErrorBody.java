package dev.paylater.api.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.error.Problem;
import dev.paylater.api.json.Json;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * The one shape of every error. However much is wrong with a request, the answer to it has a size:
 * an error that is as large as its cause would be a way to use up the memory.
 */
final class ErrorBody {

    /** With everything around them, and six bytes a character, the answer stays below 16 KiB. */
    private static final int MAX_BYTES_OF_FIELDS = 10 * 1024;

    private ErrorBody() {}

    static byte[] of(ApiException error, HttpServletRequest request, String publicUrl) {
        var mayHaveActed = error.code() == ErrorCode.HE_03;
        return write(
                error.code(),
                error.code().reason(error.status()),
                error.message(),
                error.param(),
                error.fields(),
                error.paymentId(),
                mayHaveActed ? request.getHeader(Idempotency.HEADER) : null,
                RequestIds.of(request),
                publicUrl);
    }

    static byte[] of(ErrorCode code, String message, String requestId, String publicUrl) {
        return write(
                code, code.title(), message, null, List.of(), null, null, requestId, publicUrl);
    }

    private static byte[] write(
            ErrorCode code,
            String reason,
            String message,
            @Nullable String param,
            List<Problem> fields,
            @Nullable String paymentId,
            @Nullable String idempotencyKey,
            String requestId,
            String publicUrl) {
        var first = new Problem(param, code, message);
        return Json.write(
                json -> {
                    json.writeStartObject();
                    json.writeObjectPropertyStart("error");
                    json.writeStringProperty("type", code.type());
                    json.writeStringProperty("code", code.name());
                    json.writeStringProperty("message", first.message());
                    if (first.param() != null) {
                        json.writeStringProperty("param", first.param());
                    }
                    if (paymentId != null) {
                        json.writeStringProperty("payment_id", paymentId);
                    }
                    if (idempotencyKey != null) {
                        json.writeStringProperty("idempotency_key", idempotencyKey);
                    }
                    json.writeStringProperty("reason", reason);
                    json.writeStringProperty("request_id", requestId);
                    json.writeStringProperty("doc_url", publicUrl + "/docs/errors/" + code.name());
                    if (!fields.isEmpty()) {
                        json.writeArrayPropertyStart("fields");
                        writeFields(fields, json);
                        json.writeEndArray();
                    }
                    json.writeEndObject();
                    json.writeEndObject();
                });
    }

    private static void writeFields(List<Problem> fields, JsonGenerator json) {
        var written = 0;
        var bytes = 0;
        for (var field : fields) {
            var text = Json.write(part -> write(field, part));
            bytes += text.length;
            if (written == ApiException.MAX_PROBLEMS || bytes > MAX_BYTES_OF_FIELDS) {
                write(
                        new Problem(
                                null,
                                field.code(),
                                "There are more problems than these first " + written),
                        json);
                return;
            }
            json.writeRawValue(new String(text, UTF_8));
            written++;
        }
    }

    private static void write(Problem problem, JsonGenerator json) {
        json.writeStartObject();
        if (problem.param() != null) {
            json.writeStringProperty("param", problem.param());
        }
        json.writeStringProperty("code", problem.code().name());
        json.writeStringProperty("message", problem.message());
        json.writeEndObject();
    }
}
