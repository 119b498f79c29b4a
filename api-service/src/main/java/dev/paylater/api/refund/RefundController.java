package dev.paylater.api.refund;

import dev.paylater.api.document.RefundRenderer;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.http.Parameters;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import java.time.Clock;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/**
 * Refunds. The money rule is the orchestrator's, so a new refund begins as a command to it; every
 * change after that is a command to refund-service.
 */
@Controller
final class RefundController {

    private static final String FORCE_SYNC = "force_sync";

    private final Form createForm;
    private final Form retrieveForm;
    private final Form updateForm;
    private final Form listForm;
    private final Form settleForm;
    private final RefundOperations operations;
    private final RefundChanges changes;
    private final RefundIndex index;
    private final RefundRenderer renderer;
    private final Clock clock;

    RefundController(
            Forms forms,
            RefundOperations operations,
            RefundChanges changes,
            RefundIndex index,
            RefundRenderer renderer,
            Clock clock) {
        this.createForm = forms.of("RefundCreateRequest");
        this.retrieveForm = forms.of("RefundRetrieveRequest");
        this.updateForm = forms.of("RefundUpdateRequest");
        this.listForm = forms.of("RefundListRequest");
        this.settleForm = forms.of("SettlementRequest");
        this.operations = operations;
        this.changes = changes;
        this.index = index;
        this.renderer = renderer;
        this.clock = clock;
    }

    @PostMapping("/refunds")
    @Allows(value = KeyKind.SECRET, scope = Scope.REFUNDS_WRITE)
    Answer create(Call call) {
        var body = call.read(createForm);
        call.requireOwn(body.path("merchant_id").asString(null));
        var refund = operations.reserve(call, call.merchantId(), body);
        return Answer.json(json -> renderer.write(refund, json));
    }

    @PostMapping("/refunds/list")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_READ)
    Answer list(Call call) {
        var query = RefundListQuery.of(call.read(listForm), call.merchantId(), clock.instant());
        var page = index.find(query.filter(), query.offset(), query.limit());
        return Answer.json(
                json -> {
                    json.writeStartObject();
                    json.writeNumberProperty("count", page.refunds().size());
                    json.writeNumberProperty("total_count", page.totalCount());
                    json.writeArrayPropertyStart("data");
                    page.refunds().forEach(refund -> renderer.writeListed(refund, json));
                    json.writeEndArray();
                    json.writeEndObject();
                });
    }

    @GetMapping("/refunds/{refundId}")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_READ)
    Answer retrieve(Call call, @PathVariable String refundId) {
        var body = Form.parse(call.body());
        retrieveForm.check(body);
        var wanted = Parameters.merge(call, body, FORCE_SYNC);
        retrieveForm.check(wanted);
        var refund =
                wanted.path(FORCE_SYNC).booleanValue(false)
                        ? changes.inquire(call, refundId)
                        : operations.find(call.merchantId(), refundId);
        return Answer.json(json -> renderer.write(refund, json));
    }

    @PostMapping("/refunds/{refundId}")
    @Allows(value = KeyKind.SECRET, scope = Scope.REFUNDS_WRITE)
    Answer update(Call call, @PathVariable String refundId) {
        var refund = changes.update(call, refundId, call.read(updateForm));
        return Answer.json(json -> renderer.write(refund, json));
    }

    /** What the provider did with it, as an operator has found out. */
    @PostMapping("/admin/merchants/{merchantId}/refunds/{refundId}/settle")
    @Allows(value = KeyKind.ADMIN, scope = Scope.SETTLE)
    Answer settle(Call call, @PathVariable String merchantId, @PathVariable String refundId) {
        var body = call.read(settleForm);
        call.changes(merchantId, refundId, null, Json.text(body));
        var refund = changes.settle(call, merchantId, refundId, body);
        return Answer.json(json -> renderer.write(refund, json));
    }
}
