package dev.paylater.api.payment;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.document.PaymentView;
import dev.paylater.api.document.SupportRenderer;
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
import dev.paylater.api.store.Page;
import dev.paylater.api.store.PaymentSearch;
import java.time.Clock;
import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** Payments of all merchants, for those who answer questions about them. */
@Controller
final class SupportController {

    private static final String MERCHANT = "merchant_id";

    private final SupportSearch search;
    private final PaymentSearch found;
    private final MerchantRepository merchants;
    private final SupportRenderer renderer;
    private final Inspections inspections;
    private final Clock clock;

    SupportController(
            SupportSearch search,
            PaymentSearch found,
            MerchantRepository merchants,
            SupportRenderer renderer,
            Inspections inspections,
            Clock clock) {
        this.search = search;
        this.found = found;
        this.merchants = merchants;
        this.renderer = renderer;
        this.inspections = inspections;
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
        var shown = inspections.open(call, merchantId, id);
        return Answer.json(json -> renderer.write(shown, json));
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
}
