package dev.paylater.api.link;

import dev.paylater.api.document.Mandate;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.http.ContentPolicy;
import dev.paylater.api.key.PaymentLinks;
import dev.paylater.api.merchant.ProfileReads;
import dev.paylater.api.offer.KnownFields;
import dev.paylater.api.offer.Offer;
import dev.paylater.api.offer.Offers;
import dev.paylater.api.page.Language;
import dev.paylater.api.page.Pages;
import dev.paylater.api.page.Shopper;
import dev.paylater.api.page.ShopperOutcome;
import dev.paylater.api.payment.PageAuthentication;
import dev.paylater.api.payment.PaymentConfirmation;
import dev.paylater.api.payment.ReusableLinks;
import dev.paylater.api.redirect.CustomerPages;
import dev.paylater.api.store.MandateReads;
import dev.paylater.api.store.PaymentReads;
import dev.paylater.connector.kit.CustomerField;
import dev.paylater.options.PaymentOption;
import java.time.Clock;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import tools.jackson.databind.node.ObjectNode;

/**
 * The pages behind payment links: they show the order, take what the provider needs, confirm, and
 * send the customer on.
 */
@Controller
final class PayPageController {

    private static final int MAX_SAVED = 10;

    /** HTTP status of a form that needs other entries. */
    private static final int UNFIT = 422;

    private final Form confirmForm;
    private final PaymentLinks links;
    private final PaymentReads payments;
    private final MandateReads mandates;
    private final ProfileReads profiles;
    private final PaymentConfirmation confirmation;
    private final CustomerPages pages;
    private final Pages templates;
    private final Offers offers;
    private final Sealing sealing;
    private final Clock clock;
    private final PageAuthentication authentication;
    private final ReusableLinks reusable;

    PayPageController(
            Forms forms,
            PaymentLinks links,
            PaymentReads payments,
            MandateReads mandates,
            ProfileReads profiles,
            PaymentConfirmation confirmation,
            CustomerPages pages,
            Pages templates,
            Offers offers,
            Sealing sealing,
            PageAuthentication authentication,
            ReusableLinks reusable,
            Clock clock) {
        this.confirmForm = forms.of("PaymentConfirmRequest");
        this.links = links;
        this.payments = payments;
        this.mandates = mandates;
        this.profiles = profiles;
        this.confirmation = confirmation;
        this.pages = pages;
        this.templates = templates;
        this.offers = offers;
        this.sealing = sealing;
        this.authentication = authentication;
        this.reusable = reusable;
        this.clock = clock;
    }

    @GetMapping("/pay/{merchantId}/{linkId}")
    Answer open(Call call, @PathVariable String merchantId, @PathVariable String linkId) {
        return find(merchantId, linkId)
                .map(payment -> show(call, payment, List.of(), ContentPolicy.ofPage()))
                .orElseGet(() -> unknown(call));
    }

    @PostMapping("/pay/{merchantId}/{linkId}")
    Answer pay(Call call, @PathVariable String merchantId, @PathVariable String linkId) {
        return find(merchantId, linkId)
                .map(payment -> confirm(call, payment, List.of(), ContentPolicy.ofPage()))
                .orElseGet(() -> unknown(call));
    }

    @GetMapping("/pay/secure/{merchantId}/{linkId}")
    Answer openSecure(Call call, @PathVariable String merchantId, @PathVariable String linkId) {
        return findSecure(call, merchantId, linkId)
                .map(payment -> show(call, payment, saved(payment), framedByShop(payment)))
                .orElseGet(() -> unknown(call));
    }

    @PostMapping("/pay/secure/{merchantId}/{linkId}")
    Answer paySecure(Call call, @PathVariable String merchantId, @PathVariable String linkId) {
        return findSecure(call, merchantId, linkId)
                .map(payment -> confirm(call, payment, saved(payment), framedByShop(payment)))
                .orElseGet(() -> unknown(call));
    }

    private Answer unknown(Call call) {
        return pages.outcome(call, null, ShopperOutcome.UNKNOWN, ContentPolicy.ofPage());
    }

    private Answer show(
            Call call, PaymentDocument payment, List<Mandate> saved, ContentPolicy policy) {
        return isPayable(payment)
                ? page(
                        page(call, payment, saved, PayForm.EMPTY),
                        call,
                        payment,
                        PayForm.EMPTY,
                        Map.of(),
                        problemOf(payment),
                        200,
                        policy)
                : pages.shown(call, payment, policy);
    }

    private Answer confirm(
            Call call, PaymentDocument payment, List<Mandate> saved, ContentPolicy policy) {
        if (!isPayable(payment)) {
            return pages.after(call, authentication.begun(call, payment), policy);
        }
        var form = PayForm.read(call.body());
        var shown = page(call, payment, saved, form);
        var offer = shown.chosen(form);
        if (form.savedMethod().isEmpty()) {
            if (offer.isEmpty()) {
                return page(
                        shown, call, payment, form, Map.of(), "problem.no_method", UNFIT, policy);
            }
            var errors = form.errors(shown.asked(offer.get()));
            if (!errors.isEmpty()) {
                return page(shown, call, payment, form, errors, null, UNFIT, policy);
            }
        }
        if (payment.isReusable()) {
            return begin(shown, call, payment, form, policy);
        }
        var body = offer.map(one -> form.confirm(one.paymentMethodType(), shown.asked(one)));
        body.ifPresent(entered -> keepLanguage(call, payment, entered));
        try {
            var confirmed = authentication.begun(call, confirmed(call, payment, saved, form, body));
            return isPayable(confirmed)
                    ? page(
                            page(call, confirmed, saved, form),
                            call,
                            confirmed,
                            form,
                            Map.of(),
                            problemOf(confirmed),
                            200,
                            policy)
                    : pages.after(call, confirmed, policy);
        } catch (ApiException e) {
            return refused(shown, call, payment, form, e, policy);
        }
    }

    /** Sends the form on to the link of a payment that is this shopper's own. */
    private Answer begin(
            PayPage shown, Call call, PaymentDocument payment, PayForm form, ContentPolicy policy) {
        var merchantId = payment.merchantId();
        var purchase =
                links.purchaseOf(merchantId, payment.paymentId(), form.purchase().orElse(null));
        if (purchase.isEmpty()) {
            return page(shown, call, payment, form, Map.of(), "problem.other", UNFIT, policy);
        }
        try {
            var own =
                    reusable.make(
                            call,
                            payment,
                            links.id(merchantId, payment.paymentId()),
                            purchase.get());
            return Answer.sentOn(links.openLink(merchantId, own.paymentId()) + languageOf(call));
        } catch (ApiException e) {
            return page(
                    shown,
                    call,
                    payment,
                    form,
                    Map.of(),
                    "problem.unavailable",
                    e.status(),
                    policy);
        }
    }

    /** The language that was chosen stays so. */
    private static String languageOf(Call call) {
        return chosenLanguage(call)
                .map(language -> "?" + Shopper.LANGUAGE + "=" + language.code())
                .orElse("");
    }

    private static Optional<Language> chosenLanguage(Call call) {
        return Language.of(call.plainQuery(Shopper.LANGUAGE));
    }

    /** At the provider, and for whoever comes back from there; a merchant's locale stays. */
    private static void keepLanguage(Call call, PaymentDocument payment, ObjectNode body) {
        var locale = PaymentOption.LOCALE.fieldName();
        if (payment.term(locale) == null || payment.isOfClient(locale)) {
            chosenLanguage(call).ifPresent(language -> body.put(locale, language.code()));
        }
    }

    /** The form once more, with the API's refusal in the shopper's words. */
    private Answer refused(
            PayPage shown,
            Call call,
            PaymentDocument payment,
            PayForm form,
            ApiException refusal,
            ContentPolicy policy) {
        if (refusal.code() == ErrorCode.IR_16) {
            // The form was sent twice, or in two tabs, and the other one was first.
            return payments.find(payment.merchantId(), payment.paymentId())
                    .filter(current -> !isPayable(current))
                    .map(current -> pages.after(call, current, policy))
                    .orElseGet(
                            () -> pages.outcome(call, payment, ShopperOutcome.PROCESSING, policy));
        }
        if (refusal.code() == ErrorCode.HE_03) {
            // The request may have been accepted: the page asks again by itself.
            return pages.outcome(call, payment, ShopperOutcome.PROCESSING, policy);
        }
        var errors = new EnumMap<PayField, String>(PayField.class);
        for (var problem : refusal.fields()) {
            if (problem.param() != null) {
                PayField.at(problem.param()).ifPresent(field -> errors.put(field, "error.invalid"));
            }
        }
        var sentence =
                switch (refusal.code()) {
                    case IR_39, IR_37 -> "problem.no_method";
                    case HE_00, RL_01 -> "problem.unavailable";
                    default -> errors.isEmpty() ? "problem.other" : null;
                };
        return page(shown, call, payment, form, errors, sentence, refusal.status(), policy);
    }

    /** With what the customer has entered, or has saved and chosen. */
    private PaymentDocument confirmed(
            Call call,
            PaymentDocument payment,
            List<Mandate> saved,
            PayForm form,
            Optional<ObjectNode> entered) {
        var chosen = form.savedMethod();
        if (chosen.isPresent()) {
            var mandateId = Mandate.idOfMethod(chosen.get());
            if (saved.stream().noneMatch(mandate -> mandate.mandateId().equals(mandateId))) {
                throw ApiException.notFound("payment method");
            }
            return confirmation.bySavedMethod(call, payment, mandateId);
        }
        var body = entered.orElseThrow();
        confirmForm.check(body);
        return confirmation.byPage(call, payment, body);
    }

    /** Key of the sentence about a try that failed; null when the payment was not tried yet. */
    private static @Nullable String problemOf(PaymentDocument payment) {
        if (!payment.status().equals("failed")) {
            return null;
        }
        if (ShopperOutcome.isCancel(payment.latestErrorCode())) {
            return "problem.cancelled";
        }
        return ShopperOutcome.isUnavailable(payment.latestUnifiedCode())
                ? "problem.away"
                : "problem.declined";
    }

    /** What the payment's customer has saved and can pay it with. */
    private List<Mandate> saved(PaymentDocument payment) {
        if (payment.isReusable() || !(payment.option("customer_id") instanceof String customerId)) {
            return List.of();
        }
        var now = clock.instant();
        return mandates.listUnrevoked(payment.merchantId(), customerId, null, MAX_SAVED).stream()
                .filter(mandate -> mandate.status(now).equals("active"))
                .filter(
                        mandate ->
                                Objects.equals(mandate.payment().profileId(), payment.profileId()))
                .toList();
    }

    /** With what is offered in the country that was entered, or else without it. */
    private PayPage page(Call call, PaymentDocument payment, List<Mandate> saved, PayForm form) {
        var known = new KnownFields(payment, sealing);
        var entered = form.value(PayField.COUNTRY);
        var isOpen =
                !known.isKnown(CustomerField.COUNTRY)
                        || payment.isOfClient(CustomerField.COUNTRY.path());
        var there = entered.isEmpty() || !isOpen ? List.<Offer>of() : offers.of(payment, entered);
        return new PayPage(
                payment,
                there.isEmpty() ? offers.of(payment, null) : there,
                saved,
                Shopper.of(call, payment, sealing),
                known);
    }

    private Answer page(
            PayPage shown,
            Call call,
            PaymentDocument payment,
            PayForm form,
            Map<PayField, String> errors,
            @Nullable String problem,
            int httpStatus,
            ContentPolicy policy) {
        pages.allowToLeave(policy);
        policy.allow("img-src", "https:");
        var view =
                shown.view(
                        form,
                        errors,
                        problem,
                        pages.returnUrl(payment).orElse(null),
                        payment.isReusable() ? purchaseToken(payment, form) : null);
        var frame = Shopper.of(call, payment, sealing).frame(policy.nonce(), 0);
        return Answer.html(httpStatus, templates.pay(frame, view), policy);
    }

    /** The one that was sent, if it is good, so that sending it again buys nothing more. */
    private String purchaseToken(PaymentDocument payment, PayForm form) {
        var merchantId = payment.merchantId();
        var paymentId = payment.paymentId();
        var sent = form.purchase().orElse(null);
        return sent != null && links.purchaseOf(merchantId, paymentId, sent).isPresent()
                ? sent
                : links.purchaseToken(merchantId, paymentId, Call.newFormId());
    }

    /** For the first time, or again after a decline, as long as the link lasts. */
    private boolean isPayable(PaymentDocument payment) {
        var now = clock.instant();
        return payment.isConfirmable(now) && !payment.isLinkExpired(now);
    }

    private Optional<PaymentDocument> find(String merchantId, String linkId) {
        return links.paymentOf(merchantId, linkId)
                .flatMap(paymentId -> payments.find(merchantId, paymentId))
                .filter(PaymentDocument::hasLink);
    }

    private Optional<PaymentDocument> findSecure(Call call, String merchantId, String linkId) {
        return find(merchantId, linkId).filter(payment -> isTokenOf(payment, call.query("token")));
    }

    /** With one whose time is over, who had the link is still shown that it has ended. */
    private boolean isTokenOf(PaymentDocument payment, @Nullable String token) {
        var now = clock.instant();
        return links.tokenEnd(payment.merchantId(), payment.paymentId(), token)
                .filter(end -> now.isBefore(end) || payment.isLinkExpired(now))
                .isPresent();
    }

    private ContentPolicy framedByShop(PaymentDocument payment) {
        var policy = ContentPolicy.ofPage();
        var domains = profiles.allowedDomains(payment.merchantId(), payment.profileId());
        return domains.patterns().isEmpty()
                ? policy
                : policy.allow("frame-ancestors", String.join(" ", domains.patterns()));
    }
}
