package dev.paylater.api.payment;

import dev.paylater.api.document.PaymentRenderer;
import dev.paylater.api.document.PaymentView;
import dev.paylater.api.document.RefundRenderer;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.json.Json;
import dev.paylater.api.store.PaymentReads;
import dev.paylater.api.store.RefundReads;
import dev.paylater.kit.security.ServiceToken;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import org.springframework.stereotype.Component;
import org.springframework.web.HttpRequestHandler;

/**
 * A payment or refund as GET answers it, for a service of ours that acts on behalf of its merchant
 * and has no key to what is sealed. Not an endpoint of the API: its callers have no keys of
 * merchants, and it is not described.
 */
@Component("/internal/**")
final class ResourceHandler implements HttpRequestHandler {

    private static final String PAYMENTS = "/internal/payments/";
    private static final String REFUNDS = "/internal/refunds/";

    private final ServiceToken tokens;
    private final PaymentReads payments;
    private final PaymentRenderer paymentRenderer;
    private final RefundReads refunds;
    private final RefundRenderer refundRenderer;
    private final Clock clock;

    ResourceHandler(
            ServiceToken tokens,
            PaymentReads payments,
            PaymentRenderer paymentRenderer,
            RefundReads refunds,
            RefundRenderer refundRenderer,
            Clock clock) {
        this.tokens = tokens;
        this.payments = payments;
        this.paymentRenderer = paymentRenderer;
        this.refunds = refunds;
        this.refundRenderer = refundRenderer;
        this.clock = clock;
    }

    @Override
    public void handleRequest(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        var token = request.getHeader(ServiceToken.HEADER);
        var merchantId =
                (token == null ? Optional.<String>empty() : tokens.merchantOf(token))
                        .orElseThrow(
                                () ->
                                        ApiException.of(
                                                ErrorCode.IR_01,
                                                "A valid token of a service is needed"));
        var body = body(merchantId, request.getRequestURI());
        response.setContentType("application/json");
        response.getOutputStream().write(body);
    }

    private byte[] body(String merchantId, String path) {
        if (path.startsWith(PAYMENTS)) {
            var payment =
                    payments.find(merchantId, path.substring(PAYMENTS.length()))
                            .orElseThrow(() -> ApiException.notFound("payment"));
            var view = PaymentView.plain(payment, clock.instant());
            return Json.write(json -> paymentRenderer.write(view, json));
        }
        if (path.startsWith(REFUNDS)) {
            var refund =
                    refunds.findRaw(merchantId, path.substring(REFUNDS.length()))
                            .map(RefundRenderer::read)
                            .orElseThrow(() -> ApiException.notFound("refund"));
            return Json.write(json -> refundRenderer.write(refund, json));
        }
        throw ApiException.of(ErrorCode.IR_02, "Nothing is served at this path");
    }
}
