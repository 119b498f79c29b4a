package dev.paylater.api.payment;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.document.PaymentView;
import dev.paylater.api.document.SupportRenderer;
import dev.paylater.api.document.SupportRenderer.Inspected;
import dev.paylater.api.document.Values;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.merchant.Merchant;
import dev.paylater.api.merchant.MerchantRepository;
import dev.paylater.api.settings.Addresses;
import dev.paylater.api.store.Page;
import dev.paylater.api.store.PaymentReads;
import dev.paylater.api.store.PaymentSearch;
import dev.paylater.api.upstream.Peer;
import dev.paylater.api.upstream.Upstream;
import java.net.URLEncoder;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import tools.jackson.databind.JsonNode;

/** Payments of all merchants, for those who answer questions about them. */
@Controller
final class SupportController {

    private static final String MERCHANT = "merchant_id";

    private final SupportSearch search;
    private final PaymentSearch found;
    private final PaymentReads payments;
    private final MerchantRepository merchants;
    private final SupportRenderer renderer;
    private final Upstream upstream;
    private final Addresses addresses;
    private final Clock clock;

    SupportController(
            SupportSearch search,
            PaymentSearch found,
            PaymentReads payments,
            MerchantRepository merchants,
            SupportRenderer renderer,
            Upstream upstream,
            Addresses addresses,
            Clock clock) {
        this.search = search;
        this.found = found;
        this.payments = payments;
        this.merchants = merchants;
        this.renderer = renderer;
        this.upstream = upstream;
        this.addresses = addresses;
        this.clock = clock;
    }

    @GetMapping("/admin/payments")
    @Allows(value = KeyKind.ADMIN, scope = Scope.PAYMENTS_INSPECT)
    Answer list(Call call) {
        var page = search.page(call, Page.limit(call.query("limit")));
        var now = clock.instant();
        return Answer.json(
                json -> {
                    json.writeStartObject();
                    json.writeArrayPropertyStart("data");
                    for (var payment : page.payments()) {
                        renderer.writeRow(PaymentView.plain(payment, now), json);
                    }
                    json.writeEndArray();
                    json.writeName("next_cursor");
                    Values.text(page.nextCursor(), json);
                    json.writeEndObject();
                });
    }

    @GetMapping("/admin/payments/{paymentId}")
    @Allows(value = KeyKind.ADMIN, scope = Scope.PAYMENTS_INSPECT)
    Answer open(Call call, @PathVariable String paymentId) {
        var id = PaymentIds.require(paymentId);
        var merchantId = merchantOf(call, id);
        var payment = require(merchantId, id);
        call.opens(merchantId, id);
        var shown =
                new Inspected(
                        PaymentView.plain(payment, clock.instant()),
                        deliveries(call, merchantId, id));
        return Answer.json(json -> renderer.write(shown, json));
    }

    private PaymentDocument require(String merchantId, String paymentId) {
        return payments.findWithJournal(merchantId, paymentId)
                .orElseThrow(() -> ApiException.notFound("payment"));
    }

    private String merchantOf(Call call, String paymentId) {
        var named = call.filter(MERCHANT);
        if (named != null) {
            return named;
        }
        var all = merchants.findAllByOrderByMerchantId().stream().map(Merchant::merchantId);
        var candidates = found.withId(all.toList(), paymentId, List.of());
        if (candidates.size() > 1) {
            var owners = candidates.stream().map(PaymentDocument::merchantId).sorted().toList();
            throw ApiException.of(
                    Problem.inconsistent(
                            MERCHANT,
                            "Payments of several merchants have this id: give one of "
                                    + String.join(", ", owners)));
        }
        return candidates.stream()
                .findFirst()
                .map(PaymentDocument::merchantId)
                .orElseThrow(() -> ApiException.notFound("payment"));
    }

    /** The payment is shown all the same when webhook-service does not answer. */
    private @Nullable JsonNode deliveries(Call call, String merchantId, String paymentId) {
        var query = "?limit=100&payment_id=" + URLEncoder.encode(paymentId, UTF_8);
        try {
            return upstream.read(
                            call,
                            merchantId,
                            Peer.webhook(addresses),
                            "/webhook_deliveries" + query)
                    .path("data");
        } catch (ApiException _) {
            return null;
        }
    }
}
