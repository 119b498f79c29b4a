package dev.paylater.api.console;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Why somebody does what they do, which the audit log keeps. */
public final class Reason {

    private static final int MAX_CHARACTERS = 255;

    private Reason() {}

    /**
     * Takes it from the form.
     *
     * @param about further facts of the act; amounts in minor units
     * @throws ApiException when there is none
     */
    public static String note(
            Call call, @Nullable String merchantId, String resourceId, Map<String, ?> about) {
        var reason = call.field("reason");
        if (reason == null || reason.length() > MAX_CHARACTERS) {
            throw ApiException.of(
                    Problem.malformed(
                            "reason", "must have 1 to " + MAX_CHARACTERS + " characters"));
        }
        var act = Json.emptyObject().put("reason", reason);
        about.forEach((name, value) -> act.putPOJO(name, value));
        call.changes(merchantId, resourceId, null, Json.text(act));
        return reason;
    }
}
