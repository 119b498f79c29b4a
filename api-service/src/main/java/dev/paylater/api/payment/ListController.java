package dev.paylater.api.payment;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.document.PaymentRenderer;
import dev.paylater.api.document.PaymentView;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.store.Page;
import dev.paylater.api.store.PaymentList;
import dev.paylater.api.store.PaymentReads;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** GET /payments/list. */
@Controller
final class ListController {

    private static final String STARTING_AFTER = "starting_after";
    private static final String ENDING_BEFORE = "ending_before";

    private final ListFilters filters;
    private final PaymentList list;
    private final PaymentReads payments;
    private final PaymentRenderer renderer;
    private final Clock clock;

    ListController(
            ListFilters filters,
            PaymentList list,
            PaymentReads payments,
            PaymentRenderer renderer,
            Clock clock) {
        this.filters = filters;
        this.list = list;
        this.payments = payments;
        this.renderer = renderer;
        this.clock = clock;
    }

    @GetMapping("/payments/list")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_READ)
    Answer list(Call call) {
        var after = call.filter(STARTING_AFTER);
        var before = call.filter(ENDING_BEFORE);
        if (after != null && before != null) {
            throw ApiException.of(
                    Problem.inconsistent(
                            ENDING_BEFORE, "starting_after and ending_before exclude each other"));
        }
        var found =
                list.find(
                        new PaymentList.Query(
                                call.merchantId(),
                                filters.conditions(call),
                                filters.orderPrefix(call),
                                cursor(call, after == null ? before : after),
                                before != null,
                                Page.limit(call.query("limit"))));
        var now = clock.instant();
        return Answer.json(
                json -> {
                    json.writeStartArray();
                    json.writeStartObject();
                    json.writeNumberProperty("size", found.size());
                    json.writeArrayPropertyStart("data");
                    found.forEach(
                            payment -> renderer.writeListed(PaymentView.plain(payment, now), json));
                    json.writeEndArray();
                    json.writeEndObject();
                    json.writeEndArray();
                });
    }

    private @Nullable PaymentDocument cursor(Call call, @Nullable String paymentId) {
        return paymentId == null
                ? null
                : payments.find(call.merchantId(), paymentId)
                        .orElseThrow(() -> ApiException.notFound("payment to continue from"));
    }
}
