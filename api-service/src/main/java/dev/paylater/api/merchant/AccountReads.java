package dev.paylater.api.merchant;

import java.util.List;
import org.springframework.stereotype.Component;

/** The connectors that a merchant has accounts at. */
@Component
public final class AccountReads {

    private final ConnectorAccountRepository accounts;

    AccountReads(ConnectorAccountRepository accounts) {
        this.accounts = accounts;
    }

    /** In the merchant's own order, each once. */
    public List<String> enabledConnectors(String merchantId) {
        return accounts.findByMerchantIdAndEnabledTrueOrderByPosition(merchantId).stream()
                .map(ConnectorAccount::connector)
                .distinct()
                .toList();
    }
}
