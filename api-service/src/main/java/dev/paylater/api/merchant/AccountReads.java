package dev.paylater.api.merchant;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** The accounts that a merchant's payments can go to. */
@Component
public final class AccountReads {

    private final ConnectorAccountRepository accounts;
    private final CapabilityRepository capabilities;

    AccountReads(ConnectorAccountRepository accounts, CapabilityRepository capabilities) {
        this.accounts = accounts;
        this.capabilities = capabilities;
    }

    /** In the merchant's own order, those of connectors that no worker serves left out. */
    public List<ServedAccount> served(String merchantId) {
        var served =
                capabilities.findAll().stream()
                        .collect(
                                Collectors.toMap(
                                        StoredCapabilities::connector, Function.identity()));
        return accounts.findByMerchantIdAndEnabledTrueOrderByPosition(merchantId).stream()
                .flatMap(
                        account ->
                                Stream.ofNullable(served.get(account.connector()))
                                        .map(one -> ServedAccount.of(account, one)))
                .toList();
    }
}
