package dev.paylater.api.refund;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.document.RefundRenderer;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.settings.Addresses;
import dev.paylater.api.upstream.Peer;
import dev.paylater.api.upstream.Upstream;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.schemas.SettleRefund;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/**
 * Refunds. The money rule is the orchestrator's, so a new refund begins as a command to it; reading
 * and describing them is refund-service's.
 */
@Controller
final class RefundController {

    private static final Logger log = LoggerFactory.getLogger(RefundController.class);
    private static final String METADATA = "metadata";
    private static final List<String> SHOWN_DETAILS = List.of(METADATA, "split_refunds");

    private final Form createForm;
    private final Form updateForm;
    private final Form listForm;
    private final Form settleForm;
    private final Sealing sealing;
    private final RefundOperations operations;
    private final RefundRenderer renderer;
    private final Upstream upstream;
    private final Addresses addresses;

    RefundController(
            Forms forms,
            Sealing sealing,
            RefundOperations operations,
            RefundRenderer renderer,
            Upstream upstream,
            Addresses addresses) {
        this.createForm = forms.of("RefundCreateRequest");
        this.updateForm = forms.of("RefundUpdateRequest");
        this.listForm = forms.of("RefundListRequest");
        this.settleForm = forms.of("SettlementRequest");
        this.sealing = sealing;
        this.operations = operations;
        this.renderer = renderer;
        this.upstream = upstream;
        this.addresses = addresses;
    }

    @PostMapping("/refunds")
    @Allows(value = KeyKind.SECRET, scope = Scope.REFUNDS_WRITE)
    Answer create(Call call) {
        var body = call.read(createForm);
        call.requireOwn(text(body, "merchant_id"));
        var refund = operations.reserve(call, call.merchantId(), body);
        return Answer.json(json -> renderer.write(refund, json));
    }

    @PostMapping("/refunds/list")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_READ)
    Answer list(Call call) {
        call.read(listForm);
        return passOn(call, "POST");
    }

    @GetMapping("/refunds/{refundId}")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_READ)
    Answer retrieve(Call call) {
        return passOn(call, "GET");
    }

    private Answer passOn(Call call, String method) {
        return upstream.forMerchant(
                call,
                Peer.refund(addresses),
                method,
                call.body(),
                answer -> opened(call.merchantId(), answer));
    }

    @PostMapping("/refunds/{refundId}")
    @Allows(value = KeyKind.SECRET, scope = Scope.REFUNDS_WRITE)
    Answer update(Call call, @PathVariable String refundId) {
        var body = call.read(updateForm);
        var metadata = body.get(METADATA);
        if (metadata != null && !metadata.isNull()) {
            var paymentId = operations.paymentOf(call.merchantId(), refundId);
            var place = new SealedPlace(call.merchantId(), paymentId, METADATA);
            body.putRawValue(METADATA, new RawValue(sealing.seal(place, metadata)));
        }
        return upstream.forMerchant(
                call,
                Peer.refund(addresses),
                "POST",
                Json.text(body).getBytes(UTF_8),
                answer -> opened(call.merchantId(), answer));
    }

    /** What refund-service answers, a refund or a list of them, with nothing sealed in it. */
    private JsonNode opened(String merchantId, JsonNode answer) {
        for (var refund : answer.path("data")) {
            try {
                open(merchantId, refund);
            } catch (RuntimeException e) {
                log.error("Refund {} is damaged", refund.path("refund_id"), e);
                SHOWN_DETAILS.forEach(((ObjectNode) refund)::putNull);
            }
        }
        open(merchantId, answer);
        return answer;
    }

    private void open(String merchantId, JsonNode answer) {
        if (answer instanceof ObjectNode refund && refund.has("refund_id")) {
            var paymentId = refund.required("payment_id").stringValue();
            for (var name : SHOWN_DETAILS) {
                var place = new SealedPlace(merchantId, paymentId, name);
                var text = Json.text(refund.path(name));
                refund.putRawValue(name, new RawValue(sealing.open(place, text)));
            }
        }
    }

    /** What the provider did with it, as an operator has found out. */
    @PostMapping("/admin/merchants/{merchantId}/refunds/{refundId}/settle")
    @Allows(value = KeyKind.ADMIN, scope = Scope.SETTLE)
    Answer settle(Call call, @PathVariable String merchantId, @PathVariable String refundId) {
        var body = call.read(settleForm);
        call.changes(merchantId, refundId, null, Json.text(body));
        var amount = body.get("amount");
        var refund =
                operations.settle(
                        call,
                        SettleRefund.newBuilder()
                                .setMerchantId(merchantId)
                                .setPaymentId(operations.paymentOf(merchantId, refundId))
                                .setIssuedAt(call.issuedAt().toEpochMilli())
                                .setReplyTo(operations.replyTo(call))
                                .setRefundId(refundId)
                                .setSucceeded("succeeded".equals(text(body, "result")))
                                .setAmount(amount == null ? null : amount.longValue())
                                .setOperator(call.caller())
                                .setReason(body.required("reason").stringValue())
                                .build());
        return Answer.json(json -> renderer.write(refund, json));
    }

    private static @Nullable String text(ObjectNode body, String name) {
        var value = body.get(name);
        return value == null ? null : value.asString();
    }
}
