package dev.paylater.api.console;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Json;
import org.jspecify.annotations.Nullable;

/** Why somebody does what they do, which the audit log keeps. */
final class Reason {

    private static final int MAX_CHARACTERS = 255;

    private Reason() {}

    /**
     * Takes it from the form.
     *
     * @param amount what the act is about, minor units
     * @throws ApiException when there is none
     */
    static String note(Call call, String merchantId, String paymentId, @Nullable Long amount) {
        var reason = call.field("reason");
        if (reason == null || reason.length() > MAX_CHARACTERS) {
            throw ApiException.of(
                    Problem.malformed(
                            "reason", "must have 1 to " + MAX_CHARACTERS + " characters"));
        }
        var act = Json.emptyObject().put("reason", reason);
        if (amount != null) {
            act.put("amount", amount);
        }
        call.changes(merchantId, paymentId, null, Json.text(act));
        return reason;
    }
}
