package dev.paylater.api.dispute;

import dev.paylater.api.document.PaymentItem;
import dev.paylater.api.document.PaymentParts;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Items;
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
import org.springframework.web.bind.annotation.PostMapping;

/** Disputes arrive by webhook; here they are read, accepted and challenged. */
@Controller
final class DisputeController {

    private static final Comparator<PaymentItem> NEWEST_FIRST =
            Comparator.comparing(DisputeController::createdAt).reversed();

    private final Form acceptForm;
    private final Form evidenceForm;
    private final DisputeReads disputes;
    private final DisputeResponses responses;
    private final PaymentParts parts;

    DisputeController(
            Forms forms, DisputeReads disputes, DisputeResponses responses, PaymentParts parts) {
        this.acceptForm = forms.of("DisputeAcceptRequest");
        this.evidenceForm = forms.of("DisputeEvidenceRequest");
        this.disputes = disputes;
        this.responses = responses;
        this.parts = parts;
    }

    @GetMapping("/disputes/{disputeId}")
    @Allows(value = KeyKind.SECRET, scope = Scope.DISPUTES)
    Answer retrieve(Call call, @PathVariable String disputeId) {
        return show(responses.find(call, disputeId));
    }

    @PostMapping("/disputes/{disputeId}/accept")
    @Allows(value = KeyKind.SECRET, scope = Scope.DISPUTES)
    Answer accept(Call call, @PathVariable String disputeId) {
        call.read(acceptForm);
        return show(responses.accept(call, disputeId));
    }

    @PostMapping("/disputes/{disputeId}/evidence")
    @Allows(value = KeyKind.SECRET, scope = Scope.DISPUTES)
    Answer challenge(Call call, @PathVariable String disputeId) {
        var evidence = call.read(evidenceForm);
        return show(responses.challenge(call, disputeId, evidence));
    }

    private Answer show(PaymentItem dispute) {
        return Answer.json(json -> parts.writeDispute(dispute, json));
    }

    @GetMapping("/disputes/list")
    @Allows(value = KeyKind.SECRET, scope = Scope.DISPUTES)
    Answer list(Call call) {
        var limit = Page.limit(call.query("limit"));
        var found =
                disputes.newest(
                        call.merchantId(),
                        has("dispute_status", call.filter("dispute_status"))
                                .and(has("dispute_stage", call.filter("dispute_stage")))
                                .and(isOf(call.filter("payment_id"))),
                        NEWEST_FIRST,
                        limit + 1);
        return Answer.json(
                json ->
                        Items.writePage(
                                found,
                                limit,
                                dispute -> dispute.payment().paymentId(),
                                parts::writeDispute,
                                json));
    }

    private static Predicate<PaymentItem> has(String name, @Nullable String wanted) {
        return dispute -> wanted == null || wanted.equals(dispute.fields().value(name));
    }

    private static Predicate<PaymentItem> isOf(@Nullable String paymentId) {
        return dispute -> paymentId == null || dispute.payment().hasId(paymentId);
    }

    private static Instant createdAt(PaymentItem dispute) {
        return dispute.fields().value("created_at") instanceof Instant at ? at : Instant.EPOCH;
    }
}
