package dev.paylater.orchestrator.payment;

import static dev.paylater.options.ClientLimits.MAX_BYTES;
import static dev.paylater.options.ClientLimits.MAX_CHANGES;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.kernel.Refusal;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Holds the customer's client to what it may fill of a payment. */
public final class ClientBudget {

    private ClientBudget() {}

    /**
     * Why a change is too much, or null.
     *
     * @param intent after the change
     * @param changed the carried fields of the change
     */
    public static @Nullable Refusal refusal(
            Intent intent, Map<String, String> before, Map<String, String> changed) {
        if (intent.clientChanges() > MAX_CHANGES) {
            return Refusals.tooManyClientChanges(MAX_CHANGES);
        }
        var terms = new HashMap<>(before);
        terms.putAll(changed);
        var bytes =
                intent.clientFields().stream()
                        .map(Intent::fieldOf)
                        .distinct()
                        .mapToLong(field -> terms.getOrDefault(field, "").getBytes(UTF_8).length)
                        .sum();
        return bytes > MAX_BYTES ? Refusals.clientFieldsTooLarge(MAX_BYTES) : null;
    }
}
