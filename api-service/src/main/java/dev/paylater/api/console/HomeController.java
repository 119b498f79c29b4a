package dev.paylater.api.console;

import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.http.ConsoleDoor;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.merchant.Merchant;
import dev.paylater.api.merchant.MerchantRepository;
import dev.paylater.api.store.Attention;
import dev.paylater.api.store.Attention.Item;
import dev.paylater.api.store.Attention.Kind;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** The first page: what somebody has to look at now, and what to do about it. */
@Controller
final class HomeController {

    private final Attention attention;
    private final MerchantRepository merchants;
    private final Clock clock;

    HomeController(Attention attention, MerchantRepository merchants, Clock clock) {
        this.attention = attention;
        this.merchants = merchants;
        this.clock = clock;
    }

    @GetMapping(Menu.ATTENTION)
    @Allows(
            value = {KeyKind.ADMIN, KeyKind.SECRET},
            scope = {})
    Answer home(Call call) {
        if (call.keysMerchant() != null) {
            // Sessions are everybody's, so that there is always one.
            return ConsoleDoor.redirect(Frame.of(call, "", "").links().getFirst().address());
        }
        var mayInspect = call.may(Scope.PAYMENTS_INSPECT);
        return ConsolePages.page(
                "home",
                Frame.of(call, "Attention", Menu.ATTENTION),
                new HomeView(mayInspect, mayInspect ? groups() : List.of()));
    }

    private List<HomeView.Group> groups() {
        var all =
                merchants.findAllByOrderByMerchantId().stream().map(Merchant::merchantId).toList();
        var now = clock.instant();
        return Stream.of(Kind.values()).map(kind -> group(kind, all, now)).toList();
    }

    private HomeView.Group group(Kind kind, List<String> merchantIds, Instant now) {
        var rows =
                attention.of(kind, merchantIds, now).stream().map(item -> row(item, now)).toList();
        return new HomeView.Group(kind.wireName(), title(kind), advice(kind), rows);
    }

    private static HomeView.Row row(Item item, Instant now) {
        return new HomeView.Row(
                ConsolePayments.address(item.merchantId(), item.paymentId()),
                item.paymentId(),
                item.merchantId(),
                Money.text(item.amount(), item.currency()),
                Objects.requireNonNullElse(item.connector(), "–"),
                Words.distance(item.since(), now),
                Words.distance(item.until(), now),
                Objects.requireNonNullElse(item.reason(), ""));
    }

    private static String title(Kind kind) {
        return switch (kind) {
            case UNWANTED_MONEY -> "Unwanted money";
            case BOOKS_DIFFER -> "Provider's books differ";
            case AMOUNT_DIFFERS -> "Provider answered for another amount";
            case ACCOUNT_REFUSED -> "Account refused by the provider";
            case OVERDUE -> "Overdue";
            case FORGOTTEN -> "Under way with nothing planned";
            case REFUND_LATE -> "Refunds that take long";
            case DISPUTE -> "Open disputes";
        };
    }

    private static String advice(Kind kind) {
        return switch (kind) {
            case UNWANTED_MONEY ->
                    "A provider holds or has taken what nobody wants any more. It is asked to give"
                        + " it back again and again; give it back in the provider's portal, then"
                        + " settle it.";
            case BOOKS_DIFFER ->
                    "Compare the payment with the provider's portal, then record what happened"
                            + " there.";
            case AMOUNT_DIFFERS ->
                    "The provider approved or took another amount. Compare with its portal.";
            case ACCOUNT_REFUSED ->
                    "Correct the account's credentials; the payments go on by themselves.";
            case OVERDUE ->
                    "Something was due and was not done: orchestrator-service is down, slow or"
                            + " stands still.";
            case FORGOTTEN ->
                    "Nothing would end these by itself. Ask the provider on the payment's page.";
            case REFUND_LATE ->
                    "Under way for more than ten minutes. The provider is asked until it answers.";
            case DISPUTE -> "The shop accepts them or sends evidence before the deadline.";
        };
    }
}
