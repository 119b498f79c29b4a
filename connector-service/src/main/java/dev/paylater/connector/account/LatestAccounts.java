package dev.paylater.connector.account;

import dev.paylater.connector.kit.Account;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Accounts as they are stored at this moment, for whoever has just changed one. */
@Component
public final class LatestAccounts {

    private final AccountRepository stored;
    private final AccountReader reader;

    LatestAccounts(AccountRepository stored, AccountReader reader) {
        this.stored = stored;
        this.reader = reader;
    }

    /**
     * The merchant's account of this id.
     *
     * @throws IllegalArgumentException when its credentials cannot be decrypted
     */
    public Optional<Account> find(String merchantId, String accountId) {
        return stored.findById(accountId)
                .filter(account -> account.merchantId().equals(merchantId))
                .map(reader::read);
    }
}
