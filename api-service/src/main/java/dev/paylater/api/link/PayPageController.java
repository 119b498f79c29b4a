package dev.paylater.api.link;

import dev.paylater.api.document.Mandate;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.http.ContentPolicy;
import dev.paylater.api.key.PaymentLinks;
import dev.paylater.api.merchant.ProfileReads;
import dev.paylater.api.payment.PaymentConfirmation;
import dev.paylater.api.redirect.CustomerPages;
import dev.paylater.api.settings.Addresses;
import dev.paylater.api.store.MandateReads;
import dev.paylater.api.store.PaymentReads;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/**
 * The pages behind payment links: they show the order, take what the provider needs, confirm, and
 * send the customer on.
 */
@Controller
final class PayPageController {

    private static final Set<String> PAYABLE =
            Set.of("requires_payment_method", "requires_confirmation");

    private static final int MOST_SAVED = 10;

    private final Form confirmForm;
    private final PaymentLinks links;
    private final PaymentReads payments;
    private final MandateReads mandates;
    private final ProfileReads profiles;
    private final PaymentConfirmation confirmation;
    private final CustomerPages pages;
    private final Sealing sealing;
    private final Clock clock;
    private final boolean isEncrypted;

    PayPageController(
            Forms forms,
            PaymentLinks links,
            PaymentReads payments,
            MandateReads mandates,
            ProfileReads profiles,
            PaymentConfirmation confirmation,
            CustomerPages pages,
            Sealing sealing,
            Addresses addresses,
            Clock clock) {
        this.confirmForm = forms.of("PaymentConfirmRequest");
        this.links = links;
        this.payments = payments;
        this.mandates = mandates;
        this.profiles = profiles;
        this.confirmation = confirmation;
        this.pages = pages;
        this.sealing = sealing;
        this.isEncrypted = addresses.isEncrypted();
        this.clock = clock;
    }

    @GetMapping("/pay/{merchantId}/{linkId}")
    Answer open(@PathVariable String merchantId, @PathVariable String linkId) {
        return show(require(merchantId, linkId), List.of(), ContentPolicy.ofPage());
    }

    @PostMapping("/pay/{merchantId}/{linkId}")
    Answer pay(Call call, @PathVariable String merchantId, @PathVariable String linkId) {
        return confirm(call, require(merchantId, linkId), List.of(), ContentPolicy.ofPage());
    }

    @GetMapping("/pay/secure/{merchantId}/{linkId}")
    Answer openSecure(Call call, @PathVariable String merchantId, @PathVariable String linkId) {
        var payment = requireToken(require(merchantId, linkId), call.query("token"));
        return show(payment, saved(payment), framedByShop(payment));
    }

    @PostMapping("/pay/secure/{merchantId}/{linkId}")
    Answer paySecure(Call call, @PathVariable String merchantId, @PathVariable String linkId) {
        var payment = requireToken(require(merchantId, linkId), call.query("token"));
        return confirm(call, payment, saved(payment), framedByShop(payment));
    }

    private Answer show(PaymentDocument payment, List<Mandate> saved, ContentPolicy policy) {
        return isPayable(payment)
                ? page(payment, saved, null, policy)
                : pages.after(payment, policy);
    }

    private Answer confirm(
            Call call, PaymentDocument payment, List<Mandate> saved, ContentPolicy policy) {
        if (!isPayable(payment)) {
            return pages.after(payment, policy);
        }
        try {
            return pages.after(confirmed(call, payment, saved), policy);
        } catch (ApiException e) {
            return page(payment, saved, e.message(), policy);
        }
    }

    /** With what the customer has entered, or has saved and chosen. */
    private PaymentDocument confirmed(Call call, PaymentDocument payment, List<Mandate> saved) {
        var chosen = PayForm.savedMethod(call.body());
        if (chosen.isPresent()) {
            var mandateId = Mandate.idOfMethod(chosen.get());
            if (saved.stream().noneMatch(mandate -> mandate.mandateId().equals(mandateId))) {
                throw ApiException.notFound("payment method");
            }
            return confirmation.bySavedMethod(call, payment, mandateId);
        }
        var body = PayForm.read(call.body());
        confirmForm.check(body);
        return confirmation.byPage(call, payment, body);
    }

    /** What the payment's customer has saved and can pay it with. */
    private List<Mandate> saved(PaymentDocument payment) {
        if (!(payment.option("customer_id") instanceof String customerId)) {
            return List.of();
        }
        var now = clock.instant();
        return mandates.listUnrevoked(payment.merchantId(), customerId, null, MOST_SAVED).stream()
                .filter(mandate -> mandate.status(now).equals("active"))
                .filter(
                        mandate ->
                                Objects.equals(mandate.payment().profileId(), payment.profileId()))
                .toList();
    }

    /** A browser also looks at where the form's answer leads: to a provider or back to the shop. */
    private Answer page(
            PaymentDocument payment,
            List<Mandate> saved,
            @Nullable String complaint,
            ContentPolicy policy) {
        policy.allow("form-action", isEncrypted ? "'self' https:" : "'self' https: http:")
                .allow("img-src", "https:");
        return Answer.html(
                new PayPage(payment, saved, sealing).html(complaint, policy.nonce()), policy);
    }

    private boolean isPayable(PaymentDocument payment) {
        return PAYABLE.contains(payment.status()) && !payment.isExpired(clock.instant());
    }

    private PaymentDocument require(String merchantId, String linkId) {
        return links.paymentOf(merchantId, linkId)
                .flatMap(paymentId -> payments.find(merchantId, paymentId))
                .filter(PaymentDocument::hasLink)
                .orElseThrow(() -> ApiException.notFound("payment link"));
    }

    private PaymentDocument requireToken(PaymentDocument payment, @Nullable String token) {
        var expiry = payment.expiresOn();
        if (expiry == null
                || payment.isExpired(clock.instant())
                || !links.isTokenOf(payment.merchantId(), payment.paymentId(), expiry, token)) {
            throw ApiException.notFound("payment link");
        }
        return payment;
    }

    private ContentPolicy framedByShop(PaymentDocument payment) {
        var policy = ContentPolicy.ofPage();
        var domains = profiles.allowedDomains(payment.merchantId(), payment.profileId());
        return domains.patterns().isEmpty()
                ? policy
                : policy.allow("frame-ancestors", String.join(" ", domains.patterns()));
    }
}
