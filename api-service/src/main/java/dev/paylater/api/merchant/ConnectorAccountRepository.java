package dev.paylater.api.merchant;

import java.util.List;
import java.util.Optional;
import org.springframework.data.repository.Repository;

/** The collection of connector accounts. */
public interface ConnectorAccountRepository extends Repository<ConnectorAccount, String> {

    ConnectorAccount insert(ConnectorAccount account);

    /** Writes over the version that was read. */
    ConnectorAccount save(ConnectorAccount account);

    int countByMerchantId(String merchantId);

    Optional<ConnectorAccount> findByAccountIdAndMerchantId(String accountId, String merchantId);

    List<ConnectorAccount> findByMerchantIdOrderByPositionAscAccountIdAsc(String merchantId);

    List<ConnectorAccount> findByMerchantIdAndEnabledTrueOrderByPosition(String merchantId);
}
