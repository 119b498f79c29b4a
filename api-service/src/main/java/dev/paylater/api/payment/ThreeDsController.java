package dev.paylater.api.payment;

import static dev.paylater.api.payment.PaymentFields.text;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.document.ThreeDsRenderer;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.KeyKind;
import dev.paylater.schemas.AuthenticateThreeDs;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import tools.jackson.databind.node.ObjectNode;

/** External 3-D Secure authentication. */
@Controller
final class ThreeDsController {

    private static final List<String> DETAILS =
            List.of("device_channel", "threeds_method_comp_ind", "sdk_information");

    private final Form form;
    private final PaymentOperations operations;
    private final ClientAccess clients;
    private final ThreeDsRenderer renderer;

    ThreeDsController(
            Forms forms,
            PaymentOperations operations,
            ClientAccess clients,
            ThreeDsRenderer renderer) {
        this.form = forms.of("ThreeDsRequest");
        this.operations = operations;
        this.clients = clients;
        this.renderer = renderer;
    }

    @PostMapping("/payments/{paymentId}/3ds/authentication")
    @Allows(KeyKind.PUBLISHABLE)
    Answer authenticate(Call call, @PathVariable String paymentId) {
        var id = PaymentIds.require(paymentId);
        var body = form.read(call.body());
        clients.check(call, id, text(body, "client_secret"));
        var payment =
                operations.run(
                        call,
                        call.merchantId(),
                        id,
                        AuthenticateThreeDs.newBuilder()
                                .setMerchantId(call.merchantId())
                                .setPaymentId(id)
                                .setIssuedAt(call.issuedAt().toEpochMilli())
                                .setReplyTo(operations.replyTo(call))
                                .setDetails(details(body))
                                .build());
        return answer(payment);
    }

    private Answer answer(PaymentDocument payment) {
        if (!renderer.isAnswered(payment)) {
            throw ApiException.retryLater(
                    503, ErrorCode.HE_00, "The access control server has not answered yet", 1);
        }
        return Answer.json(json -> renderer.write(payment, json));
    }

    private static Map<String, String> details(ObjectNode body) {
        var details = new HashMap<String, String>();
        for (var name : DETAILS) {
            if (body.has(name)) {
                details.put(name, Json.text(body.get(name)));
            }
        }
        return details;
    }
}
