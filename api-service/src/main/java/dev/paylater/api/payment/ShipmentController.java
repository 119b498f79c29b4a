package dev.paylater.api.payment;

import static dev.paylater.api.payment.PaymentFields.text;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.document.PaymentItem;
import dev.paylater.api.document.PaymentParts;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.schemas.AddShipment;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/** Goods that the merchant has handed to a carrier. */
@Controller
final class ShipmentController {

    private final Form form;
    private final Sealing sealing;
    private final PaymentOperations operations;
    private final PaymentParts parts;

    ShipmentController(
            Forms forms, Sealing sealing, PaymentOperations operations, PaymentParts parts) {
        this.form = forms.of("ShipmentRequest");
        this.sealing = sealing;
        this.operations = operations;
        this.parts = parts;
    }

    @PostMapping("/payments/{paymentId}/shipments")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_WRITE)
    Answer add(Call call, @PathVariable String paymentId) {
        var id = PaymentIds.require(paymentId);
        var body = call.read(form);
        Form.normalizeAddress(body, "tracking_url");
        if (body.path("order_details").isEmpty()) {
            body.remove("order_details");
        }
        var shipmentId = call.newId("ship_");
        var payment =
                operations.run(
                        call,
                        call.merchantId(),
                        id,
                        AddShipment.newBuilder()
                                .setMerchantId(call.merchantId())
                                .setPaymentId(id)
                                .setIssuedAt(call.issuedAt().toEpochMilli())
                                .setReplyTo(operations.replyTo(call))
                                .setShipmentId(shipmentId)
                                .setCaptureId(text(body, "capture_id"))
                                .setDetails(
                                        sealing.carry(
                                                body, PaymentParts.SHIPPED, call.merchantId(), id))
                                .build());
        var shipment = of(payment, shipmentId);
        return Answer.json(json -> parts.writeShipment(shipment, json));
    }

    private static PaymentItem of(PaymentDocument payment, String shipmentId) {
        return payment.shipments().stream()
                .filter(fields -> shipmentId.equals(fields.text("shipment_id")))
                .findFirst()
                .map(fields -> new PaymentItem(payment, fields))
                .orElseThrow(() -> ApiException.undecided(payment.paymentId()));
    }
}
