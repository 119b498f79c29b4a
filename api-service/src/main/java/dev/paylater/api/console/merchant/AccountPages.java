package dev.paylater.api.console.merchant;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.admin.AccountDesk;
import dev.paylater.api.console.ConsolePages;
import dev.paylater.api.console.Frame;
import dev.paylater.api.console.Menu;
import dev.paylater.api.console.Words;
import dev.paylater.api.console.merchant.AccountsView.Account;
import dev.paylater.api.console.merchant.AccountsView.Link;
import dev.paylater.api.console.merchant.AccountsView.Outcome;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Audited;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.merchant.ConnectorAccount;
import dev.paylater.api.merchant.Merchant;
import dev.paylater.api.merchant.MerchantRepository;
import dev.paylater.api.store.Attention;
import dev.paylater.api.store.Attention.Kind;
import java.net.URLEncoder;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/** Merchants and their accounts at providers, and whether those accept the credentials. */
@Controller
final class AccountPages {

    private static final String ACCOUNTS = Menu.MERCHANTS + "/{merchantId}/accounts";

    private final AccountDesk desk;
    private final MerchantRepository merchants;
    private final Attention attention;
    private final Clock clock;

    AccountPages(AccountDesk desk, MerchantRepository merchants, Attention attention, Clock clock) {
        this.desk = desk;
        this.merchants = merchants;
        this.attention = attention;
        this.clock = clock;
    }

    @GetMapping(Menu.MERCHANTS)
    @Allows(value = KeyKind.ADMIN, scope = Scope.CONFIGURATION_READ)
    Answer merchants(Call call) {
        var links =
                merchants.findAllByOrderByMerchantId().stream().map(AccountPages::link).toList();
        return page(call, new AccountsView(links, null, List.of(), null));
    }

    private static Link link(Merchant merchant) {
        return new Link(
                address(merchant.merchantId()),
                merchant.merchantId(),
                Objects.requireNonNullElse(merchant.name(), "–"),
                Words.time(merchant.createdAt()));
    }

    private static String address(String merchantId) {
        return Menu.MERCHANTS + "/" + URLEncoder.encode(merchantId, UTF_8) + "/accounts";
    }

    private static Answer page(Call call, AccountsView view) {
        return ConsolePages.page("accounts", Frame.of(call, "Merchants", Menu.MERCHANTS), view);
    }

    @GetMapping(ACCOUNTS)
    @Allows(value = KeyKind.ADMIN, scope = Scope.CONFIGURATION_READ)
    Answer accounts(Call call, @PathVariable String merchantId) {
        return accounts(call, merchantId, null);
    }

    private Answer accounts(Call call, String merchantId, @Nullable Outcome outcome) {
        var accounts = desk.of(merchantId);
        var refused = refused(call, merchantId);
        return page(
                call,
                new AccountsView(
                        List.of(),
                        merchantId,
                        accounts.stream().map(account -> row(call, account, refused)).toList(),
                        outcome));
    }

    /** How many payments wait because a connector's credentials are refused. */
    private Map<String, Long> refused(Call call, String merchantId) {
        return call.may(Scope.PAYMENTS_INSPECT)
                ? attention.of(Kind.ACCOUNT_REFUSED, List.of(merchantId), clock.instant()).stream()
                        .filter(item -> item.merchantId().equals(merchantId))
                        .filter(item -> item.connector() != null)
                        .collect(
                                Collectors.groupingBy(
                                        item -> Objects.requireNonNull(item.connector()),
                                        Collectors.counting()))
                : Map.of();
    }

    private static Account row(Call call, ConnectorAccount account, Map<String, Long> refused) {
        var waiting = refused.getOrDefault(account.connector(), 0L);
        return new Account(
                account.accountId(),
                account.connector(),
                account.enabled() ? "Enabled" : "Disabled",
                account.enabled() ? "good" : "quiet",
                Stream.of(account.businessCountry(), account.businessLabel())
                        .filter(Objects::nonNull)
                        .collect(Collectors.joining(" ")),
                Objects.requireNonNullElse(account.baseUrl(), "The provider's own address"),
                waiting == 0
                        ? ""
                        : "%s of %s wait: the provider refuses the credentials"
                                .formatted(waiting, account.connector()),
                call.may(Scope.ACCOUNTS_WRITE)
                        ? address(account.merchantId())
                                + "/"
                                + URLEncoder.encode(account.accountId(), UTF_8)
                                + "/verify"
                        : null);
    }

    @PostMapping(ACCOUNTS + "/{accountId}/verify")
    @Allows(value = KeyKind.ADMIN, scope = Scope.ACCOUNTS_WRITE)
    @Audited("verifyConnectorAccount")
    Answer verify(Call call, @PathVariable String merchantId, @PathVariable String accountId) {
        var answer = desk.verify(call, merchantId, accountId);
        var status = answer.path("status").asString("unclear");
        return accounts(
                call,
                merchantId,
                new Outcome(
                        accountId,
                        Words.readable(status),
                        switch (status) {
                            case "accepted" -> "good";
                            case "refused" -> "bad";
                            default -> "open";
                        },
                        answer.path("message").asString("")));
    }
}
