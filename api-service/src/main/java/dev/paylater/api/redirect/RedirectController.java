package dev.paylater.api.redirect;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.http.ContentPolicy;
import dev.paylater.api.payment.ClientInquiries;
import dev.paylater.api.payment.PageAuthentication;
import dev.paylater.api.payment.PaymentSync;
import dev.paylater.api.store.PaymentReads;
import dev.paylater.kit.security.CustomerAddresses;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;

/** The customer's way out to the provider and back. */
@Controller
final class RedirectController {

    private static final Logger log = LoggerFactory.getLogger(RedirectController.class);
    private static final String WAITING = "requires_customer_action";

    private final PaymentReads payments;
    private final PaymentSync sync;
    private final PageAuthentication authentication;
    private final CustomerPages pages;
    private final ClientInquiries inquiries;
    private final CustomerAddresses addresses;

    RedirectController(
            PaymentReads payments,
            PaymentSync sync,
            PageAuthentication authentication,
            CustomerPages pages,
            ClientInquiries inquiries,
            CustomerAddresses addresses) {
        this.addresses = addresses;
        this.payments = payments;
        this.sync = sync;
        this.authentication = authentication;
        this.pages = pages;
        this.inquiries = inquiries;
    }

    @GetMapping("/payments/redirect/{paymentId}/{merchantId}/{attemptId}")
    Answer leave(
            Call call,
            @PathVariable String paymentId,
            @PathVariable String merchantId,
            @PathVariable String attemptId) {
        requireProof(
                addresses.isWayOut(
                        paymentId,
                        merchantId,
                        attemptId,
                        call.plainQuery(CustomerAddresses.PROOF)));
        var payment = require(merchantId, paymentId);
        var url = PaymentDocument.nextActionUrl(payment.attempt(attemptId));
        return url != null && payment.status().equals(WAITING)
                ? Answer.redirect(url)
                : pages.back(call, payment, ContentPolicy.ofPage());
    }

    /** What the provider adds to the address proves nothing, so the provider is asked. */
    @RequestMapping(
            path = "/payments/{paymentId}/{merchantId}/redirect/response/{connector}",
            method = {RequestMethod.GET, RequestMethod.POST})
    Answer comeBack(
            Call call,
            @PathVariable String paymentId,
            @PathVariable String merchantId,
            @PathVariable String connector) {
        requireProof(
                addresses.isWayBack(
                        paymentId,
                        merchantId,
                        connector,
                        call.plainQuery(CustomerAddresses.PROOF)));
        return pages.back(
                call, settle(call, require(merchantId, paymentId)), ContentPolicy.ofPage());
    }

    private PaymentDocument settle(Call call, PaymentDocument payment) {
        if (!inquiries.mayAsk(payment)) {
            return payment;
        }
        try {
            return payment.hasLink() && payment.awaitsThreeDs()
                    ? authentication.completed(call, payment)
                    : sync.afterReturn(call, payment);
        } catch (ApiException e) {
            // The customer is not to be stranded here; the payment settles without them.
            log.warn("Payment {} could not be asked about: {}", payment.paymentId(), e.message());
            return payment;
        }
    }

    /** An address that was not given out is answered like that of a payment that is not there. */
    private static void requireProof(boolean isProven) {
        if (!isProven) {
            throw ApiException.notFound("payment");
        }
    }

    private PaymentDocument require(String merchantId, String paymentId) {
        return payments.find(merchantId, paymentId)
                .orElseThrow(() -> ApiException.notFound("payment"));
    }
}
