package dev.paylater.api.console.payment;

import dev.paylater.api.console.ConsolePages;
import dev.paylater.api.console.ConsolePayments;
import dev.paylater.api.console.Frame;
import dev.paylater.api.console.Menu;
import dev.paylater.api.console.Reason;
import dev.paylater.api.document.ContactDetails;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Audited;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.store.PaymentReads;
import java.util.Map;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/** Opens what names a payment's customer, once, for a reason that the audit log keeps. */
@Controller
final class ContactController {

    private final PaymentReads payments;
    private final ContactDetails details;

    ContactController(PaymentReads payments, ContactDetails details) {
        this.payments = payments;
        this.details = details;
    }

    @PostMapping("/console/payments/{merchantId}/{paymentId}/contact")
    @Allows(value = KeyKind.ADMIN, scope = Scope.CONTACT_DETAILS)
    @Audited("openContactDetails")
    Answer open(Call call, @PathVariable String merchantId, @PathVariable String paymentId) {
        Reason.note(call, merchantId, paymentId, Map.of());
        var payment =
                payments.find(merchantId, paymentId)
                        .orElseThrow(() -> ApiException.notFound("payment"));
        return ConsolePages.page(
                "contact",
                Frame.of(call, "Contact details", Menu.PAYMENTS),
                new ContactView(
                        ConsolePayments.address(merchantId, paymentId),
                        paymentId,
                        details.of(payment)));
    }
}
