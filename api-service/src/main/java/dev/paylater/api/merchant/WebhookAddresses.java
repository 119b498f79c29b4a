package dev.paylater.api.merchant;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.kit.outgoing.PublicAddresses;
import dev.paylater.kit.outgoing.PublicAddresses.InternalAddress;
import dev.paylater.kit.outgoing.WebAddress;
import dev.paylater.schemas.EventType;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.stereotype.Component;

/** What an endpoint may be: an address outside of the own network, and events that there are. */
@Component
final class WebhookAddresses {

    private final PublicAddresses addresses;

    WebhookAddresses(
            Environment environment, @Value("${paylater.internal-hosts:}") Set<String> internal) {
        var guard = new PublicAddresses(internal);
        addresses =
                environment.acceptsProfiles(Profiles.of("local")) ? guard.withLoopback() : guard;
    }

    /**
     * An address in the form in which it is stored and called. Refuses what webhook-service would
     * never call. A name that leads nowhere yet may be the merchant's tomorrow: it is looked up
     * again at every call.
     */
    String require(String url) {
        try {
            var address = WebAddress.of(url);
            var refusal = refusal(address.uri());
            if (refusal != null) {
                throw ApiException.of(Problem.inconsistent("url", refusal));
            }
            return address.ascii();
        } catch (WebAddress.Unusable e) {
            throw ApiException.of(Problem.malformed("url", String.valueOf(e.getMessage())));
        }
    }

    private @Nullable String refusal(URI address) {
        try {
            var refusal = addresses.refusal(address, "url");
            if (refusal == null) {
                addresses.resolve(address.getHost());
            }
            return refusal;
        } catch (InternalAddress _) {
            return "url leads to an internal address";
        } catch (UnknownHostException _) {
            return null;
        }
    }

    List<String> requireEvents(List<String> filters) {
        var unknown =
                filters.stream()
                        .filter(filter -> !EventType.isFilter(filter))
                        .map(filter -> Problem.inconsistent("events", filter + " is no event"))
                        .toList();
        if (!unknown.isEmpty()) {
            throw ApiException.of(unknown);
        }
        return filters;
    }
}
