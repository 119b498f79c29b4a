package dev.paylater.refund.http;

import dev.paylater.refund.core.RefundCommand.UpdateRefund;
import tools.jackson.databind.JsonNode;

/** The body of POST /refunds/{id}: a refund's reason and metadata. */
final class UpdateBody {

    private static final int MAX_REASON = 255;
    private static final int MAX_KEYS = 50;
    private static final int MAX_KEY = 40;

    /** Of a sealed value; api-service has checked what was sealed, 500 characters of UTF-8. */
    private static final int MAX_VALUE = 4_096;

    private UpdateBody() {}

    /** Reads the body, or refuses it with everything that is wrong with it. */
    static UpdateRefund of(JsonBody body) {
        var reason = body.text("reason", MAX_REASON);
        var metadata = body.object("metadata");
        if (metadata != null) {
            checkMetadata(body, metadata);
        }
        body.check();
        return new UpdateRefund(reason, metadata == null ? null : metadata.toString());
    }

    private static void checkMetadata(JsonBody body, JsonNode metadata) {
        if (metadata.size() > MAX_KEYS) {
            body.add(Problem.malformed("metadata", "must have at most 50 keys"));
        }
        metadata.properties()
                .forEach(
                        entry -> {
                            var param = "metadata." + entry.getKey();
                            if (entry.getKey().length() > MAX_KEY) {
                                body.add(Problem.malformed(param, "must be at most 40 long"));
                            }
                            if (length(entry.getValue()) > MAX_VALUE) {
                                body.add(
                                        Problem.malformed(
                                                param, "must have values of at most 4096"));
                            }
                        });
    }

    private static int length(JsonNode value) {
        return value.isString() ? value.asString().length() : value.toString().length();
    }
}
