package dev.paylater.api.merchant;

import dev.paylater.kit.mongo.CapabilityStore;
import dev.paylater.kit.mongo.ConnectorCapabilities;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.data.mongodb.core.MongoOperations;
import org.springframework.stereotype.Component;

/** The accounts that a merchant's payments can go to. */
@Component
public final class AccountReads {

    private final ConnectorAccountRepository accounts;
    private final CapabilityStore capabilities;

    AccountReads(ConnectorAccountRepository accounts, MongoOperations store) {
        this.accounts = accounts;
        this.capabilities = new CapabilityStore(store);
    }

    /** In the merchant's own order, those of connectors that no worker serves left out. */
    public List<ServedAccount> served(String merchantId) {
        var served =
                capabilities.all().stream()
                        .collect(
                                Collectors.toMap(
                                        ConnectorCapabilities::connector, Function.identity()));
        return accounts.findByMerchantIdAndEnabledTrueOrderByPosition(merchantId).stream()
                .flatMap(
                        account ->
                                Stream.ofNullable(served.get(account.connector()))
                                        .map(one -> ServedAccount.of(account, one)))
                .toList();
    }
}
