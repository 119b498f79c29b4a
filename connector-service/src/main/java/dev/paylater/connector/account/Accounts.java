package dev.paylater.connector.account;

import dev.paylater.connector.kit.Account;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The merchants' accounts at providers: a collection in production, given in the simulation. */
public interface Accounts {

    /**
     * The account, disabled or not: what was begun with it has to be ended with it.
     *
     * @param id merchant_connector_id
     * @throws RuntimeException when the store cannot be asked
     */
    @Nullable Account byId(String id);

    /** Every account that a notification to this address can be meant for. */
    List<Account> of(String merchantId, String connector);
}
