package dev.paylater.api.payment;

import static dev.paylater.api.payment.PaymentFields.text;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.document.ThreeDsRenderer;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.error.Problem;
import dev.paylater.api.form.DeclaredMembers;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.form.OpenApi;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.KeyKind;
import dev.paylater.schemas.AuthenticateThreeDs;
import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import tools.jackson.databind.node.ObjectNode;

/** External 3-D Secure authentication. */
@Controller
final class ThreeDsController {

    private static final List<String> DETAILS =
            List.of("device_channel", "threeds_method_comp_ind", "sdk_information");

    private static final int MAX_BYTES = 16 * 1024;

    private final Form form;
    private final DeclaredMembers declared;
    private final Sealing sealing;
    private final PaymentOperations operations;
    private final ClientAccess clients;
    private final ThreeDsRenderer renderer;

    ThreeDsController(
            Forms forms,
            OpenApi api,
            Sealing sealing,
            PaymentOperations operations,
            ClientAccess clients,
            ThreeDsRenderer renderer) {
        this.form = forms.of("ThreeDsRequest");
        this.declared = new DeclaredMembers(api, "ThreeDsRequest");
        this.sealing = sealing;
        this.operations = operations;
        this.clients = clients;
        this.renderer = renderer;
    }

    @PostMapping("/payments/{paymentId}/3ds/authentication")
    @Allows(
            value = KeyKind.PUBLISHABLE,
            scope = {})
    Answer authenticate(Call call, @PathVariable String paymentId) {
        var id = PaymentIds.require(paymentId);
        var body = Form.parse(call.body());
        clients.check(call, id, text(body, "client_secret"));
        call.check(form, body);
        declared.keepIn(body);
        requireSize(body);
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
                                .setDetails(sealing.carry(body, DETAILS, call.merchantId(), id))
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

    /** Whoever holds the client_secret can send it again and again. */
    private static void requireSize(ObjectNode body) {
        if (Json.text(body).getBytes(UTF_8).length > MAX_BYTES) {
            throw ApiException.of(
                    Problem.malformed("sdk_information", "makes the body larger than 16 KiB"));
        }
    }
}
