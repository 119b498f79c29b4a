package dev.paylater.api.console.payment;

import dev.paylater.api.console.ActView;
import dev.paylater.api.console.ConsolePages;
import dev.paylater.api.console.ConsolePayments;
import dev.paylater.api.console.Frame;
import dev.paylater.api.console.Menu;
import dev.paylater.api.console.Money;
import dev.paylater.api.console.Reason;
import dev.paylater.api.document.Fields;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Audited;
import dev.paylater.api.http.Call;
import dev.paylater.api.http.ConsoleDoor;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.payment.PaymentActs;
import dev.paylater.api.store.PaymentReads;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/**
 * Settles unwanted money that an operator has seen to at the provider. The form names the attempt
 * and the amount that it was opened with: when another amount is there by now, nothing is settled.
 */
@Controller
final class SettleController {

    private static final String PAYMENT = "/console/payments/{merchantId}/{paymentId}";
    private static final String ATTEMPT = "attempt_id";
    private static final String AMOUNT = "amount";

    private final Form form;
    private final PaymentActs settlements;
    private final PaymentReads payments;

    SettleController(Forms forms, PaymentActs settlements, PaymentReads payments) {
        this.form = forms.of("UnwantedMoneySettlementRequest");
        this.settlements = settlements;
        this.payments = payments;
    }

    @GetMapping(PAYMENT + "/unwanted_money/{attemptId}")
    @Allows(value = KeyKind.ADMIN, scope = Scope.SETTLE)
    Answer ask(
            Call call,
            @PathVariable String merchantId,
            @PathVariable String paymentId,
            @PathVariable String attemptId) {
        var payment =
                payments.find(merchantId, paymentId)
                        .orElseThrow(() -> ApiException.notFound("payment"));
        var attempt =
                unwanted(payment).stream()
                        .filter(each -> attemptId.equals(each.text(ATTEMPT)))
                        .findFirst()
                        .orElseThrow(() -> ApiException.notFound("attempt with unwanted money"));
        long amount = Objects.requireNonNull(attempt.section("unwanted").number(AMOUNT));
        var address = ConsolePayments.address(merchantId, paymentId);
        return ConsolePages.page(
                "act",
                Frame.of(call, "Settle", Menu.PAYMENTS),
                new ActView(
                        "Settle",
                        "Give the money back in the provider's portal first. paylater then no"
                                + " longer asks the provider to, and the alarm ends. This cannot be"
                                + " undone.",
                        List.of(
                                new ActView.Fact("Payment", paymentId, address),
                                new ActView.Fact("Merchant", merchantId, null),
                                new ActView.Fact("Attempt", attemptId, null),
                                new ActView.Fact(
                                        "Connector",
                                        Objects.requireNonNullElse(attempt.text("connector"), "–"),
                                        null),
                                new ActView.Fact(
                                        "Amount", Money.text(amount, payment.currency()), null)),
                        address + "/unwanted_money/settle",
                        address,
                        Map.of(ATTEMPT, attemptId, AMOUNT, String.valueOf(amount)),
                        null,
                        Call.newFormId()));
    }

    /** Attempts of which the provider holds or has taken what nobody wants any more. */
    static List<Fields> unwanted(PaymentDocument payment) {
        return payment.attempts().stream()
                .filter(attempt -> !attempt.section("unwanted").isEmpty())
                .toList();
    }

    @PostMapping(PAYMENT + "/unwanted_money/settle")
    @Allows(value = KeyKind.ADMIN, scope = Scope.SETTLE)
    @Audited("settleUnwantedMoney")
    Answer settle(Call call, @PathVariable String merchantId, @PathVariable String paymentId) {
        var attemptId = call.field(ATTEMPT);
        var amount = call.field(AMOUNT);
        if (attemptId == null || amount == null || !amount.matches("[0-9]{1,18}")) {
            throw ApiException.of(Problem.missing(attemptId == null ? ATTEMPT : AMOUNT));
        }
        var minor = Long.parseLong(amount);
        var reason =
                Reason.note(call, merchantId, paymentId, Map.of(ATTEMPT, attemptId, AMOUNT, minor));
        call.continueAsForm(call.field("form_id"));
        var body =
                Json.emptyObject().put(ATTEMPT, attemptId).put(AMOUNT, minor).put("reason", reason);
        form.check(body);
        settlements.settleUnwantedMoney(call, merchantId, paymentId, body);
        return ConsoleDoor.redirect(
                ConsolePayments.address(merchantId, paymentId) + "?done=settle");
    }
}
