package dev.paylater.api.console.payment;

import dev.paylater.api.console.ActView;
import dev.paylater.api.console.ConsolePages;
import dev.paylater.api.console.Frame;
import dev.paylater.api.console.Menu;
import dev.paylater.api.console.Money;
import dev.paylater.api.console.Reason;
import dev.paylater.api.dispute.DisputeResponses;
import dev.paylater.api.document.Mandate;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Audited;
import dev.paylater.api.http.Call;
import dev.paylater.api.http.ConsoleDoor;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.mandate.MandateRevocation;
import dev.paylater.api.store.MandateReads;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/** What a merchant does to its disputes and mandates, each after a page that says what follows. */
@Controller
final class MerchantActs {

    private static final String ACCEPT = Menu.DISPUTES + "/{disputeId}/accept";
    private static final String REVOKE = Menu.MANDATES + "/{mandateId}/revoke";

    private final DisputeResponses disputes;
    private final MandateReads mandates;
    private final MandateRevocation revocation;

    MerchantActs(DisputeResponses disputes, MandateReads mandates, MandateRevocation revocation) {
        this.disputes = disputes;
        this.mandates = mandates;
        this.revocation = revocation;
    }

    @GetMapping(ACCEPT)
    @Allows(value = KeyKind.SECRET, scope = Scope.DISPUTES)
    Answer askToAccept(Call call, @PathVariable String disputeId) {
        var dispute = disputes.find(call, disputeId);
        var currency = Objects.requireNonNullElse(dispute.fields().text("currency"), "");
        return ask(
                call,
                "Accept",
                "The disputed amount is given up, and no evidence can be sent any more. This cannot"
                        + " be undone.",
                List.of(
                        new ActView.Fact("Dispute", disputeId, null),
                        new ActView.Fact("Payment", dispute.payment().paymentId(), null),
                        new ActView.Fact(
                                "Amount",
                                Money.text(dispute.fields().number("amount"), currency),
                                null)),
                Menu.DISPUTES);
    }

    private static Answer ask(
            Call call, String text, String consequence, List<ActView.Fact> facts, String back) {
        return ConsolePages.page(
                "act",
                Frame.of(call, text, back),
                new ActView(
                        text,
                        consequence,
                        facts,
                        call.path(),
                        back,
                        Map.of(),
                        null,
                        Call.newFormId()));
    }

    @PostMapping(ACCEPT)
    @Allows(value = KeyKind.SECRET, scope = Scope.DISPUTES)
    @Audited("acceptDispute")
    Answer accept(Call call, @PathVariable String disputeId) {
        begin(call, disputeId);
        disputes.accept(call, disputeId);
        return ConsoleDoor.redirect(Menu.DISPUTES);
    }

    private static void begin(Call call, String resourceId) {
        Reason.note(call, call.merchantId(), resourceId, Map.of());
        call.continueAsForm(call.field("form_id"));
    }

    @GetMapping(REVOKE)
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_WRITE)
    Answer askToRevoke(Call call, @PathVariable String mandateId) {
        var mandate = mandate(call, mandateId);
        return ask(
                call,
                "Revoke",
                "No payment can be made with the mandate any more. This cannot be undone.",
                List.of(
                        new ActView.Fact("Mandate", mandateId, null),
                        new ActView.Fact("Payment", mandate.payment().paymentId(), null)),
                Menu.MANDATES);
    }

    private Mandate mandate(Call call, String mandateId) {
        return mandates.find(call.merchantId(), mandateId)
                .orElseThrow(() -> ApiException.notFound("mandate"));
    }

    @PostMapping(REVOKE)
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_WRITE)
    @Audited("revokeMandate")
    Answer revoke(Call call, @PathVariable String mandateId) {
        begin(call, mandateId);
        revocation.revoke(call, mandate(call, mandateId));
        return ConsoleDoor.redirect(Menu.MANDATES);
    }
}
