package dev.paylater.api.webhook;

import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.settings.ServiceUrls;
import dev.paylater.api.upstream.Peer;
import dev.paylater.api.upstream.Upstream;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;

/**
 * Providers notify at the public address; connector-service alone knows how to tell a notification
 * from a forgery, so it gets the bytes and the headers as they came.
 */
@Controller
final class ProviderWebhookController {

    private final Upstream upstream;
    private final ServiceUrls addresses;

    ProviderWebhookController(Upstream upstream, ServiceUrls addresses) {
        this.upstream = upstream;
        this.addresses = addresses;
    }

    /** Most send a body; a notification that is only an address comes as a GET. */
    @RequestMapping(
            path = "/webhooks/{merchantId}/{connector}",
            method = {RequestMethod.GET, RequestMethod.POST})
    Answer notify(Call call, @PathVariable String merchantId) {
        call.requireReadableQuery();
        return upstream.raw(call, merchantId, Peer.connector(addresses));
    }
}
