package dev.paylater.orchestrator.routing;

import java.util.Collection;
import java.util.List;
import org.springframework.data.repository.Repository;

/** The collection of connector accounts, which is only read here. */
interface AccountRepository extends Repository<StoredAccount, String> {

    List<StoredAccount> findByMerchantIdInAndEnabledTrueOrderByPosition(
            Collection<String> merchantIds);
}
