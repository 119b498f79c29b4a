package dev.paylater.api.dispute;

import dev.paylater.api.document.PaymentItem;
import dev.paylater.api.document.PaymentParts;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.store.DisputeReads;
import dev.paylater.api.store.Page;
import java.time.Instant;
import java.util.Comparator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** Disputes arrive by webhook; here they are read. */
@Controller
final class DisputeController {

    private static final Comparator<PaymentItem> NEWEST_FIRST =
            Comparator.comparing(DisputeController::createdAt).reversed();

    private final DisputeReads disputes;
    private final PaymentParts parts;

    DisputeController(DisputeReads disputes, PaymentParts parts) {
        this.disputes = disputes;
        this.parts = parts;
    }

    @GetMapping("/disputes/{disputeId}")
    @Allows(value = KeyKind.SECRET, scope = Scope.DISPUTES)
    Answer retrieve(Call call, @PathVariable String disputeId) {
        var dispute =
                disputes.find(call.merchantId(), disputeId)
                        .orElseThrow(() -> ApiException.notFound("dispute"));
        return Answer.json(json -> parts.writeDispute(dispute, json));
    }

    @GetMapping("/disputes/list")
    @Allows(value = KeyKind.SECRET, scope = Scope.DISPUTES)
    Answer list(Call call) {
        var limit = Page.limit(call.query("limit"));
        var found =
                disputes.all(call.merchantId()).stream()
                        .filter(has("dispute_status", call.filter("dispute_status")))
                        .filter(has("dispute_stage", call.filter("dispute_stage")))
                        .filter(isOf(call.filter("payment_id")))
                        .sorted(NEWEST_FIRST)
                        .limit(limit)
                        .toList();
        return Answer.json(
                json -> {
                    json.writeStartArray();
                    found.forEach(dispute -> parts.writeDispute(dispute, json));
                    json.writeEndArray();
                });
    }

    private static Predicate<PaymentItem> has(String name, @Nullable String wanted) {
        return dispute -> wanted == null || wanted.equals(dispute.fields().text(name));
    }

    private static Predicate<PaymentItem> isOf(@Nullable String paymentId) {
        return dispute -> paymentId == null || paymentId.equals(dispute.payment().paymentId());
    }

    private static Instant createdAt(PaymentItem dispute) {
        var at = dispute.fields().time("created_at");
        return at == null ? Instant.EPOCH : at;
    }
}
