package dev.paylater.connector.account;

import java.util.List;
import java.util.Optional;
import org.springframework.data.repository.Repository;

/** The collection of connector accounts, which is only read here. */
interface AccountRepository extends Repository<StoredAccount, String> {

    Optional<StoredAccount> findById(String accountId);

    List<StoredAccount> findByMerchantIdAndConnector(String merchantId, String connector);
}
