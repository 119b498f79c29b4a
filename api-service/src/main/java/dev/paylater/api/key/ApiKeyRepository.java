package dev.paylater.api.key;

import java.util.List;
import java.util.Optional;
import org.springframework.data.repository.Repository;

/** The collection of API keys. */
public interface ApiKeyRepository extends Repository<ApiKey, String> {

    ApiKey insert(ApiKey key);

    /** Writes over the version that was read. */
    ApiKey save(ApiKey key);

    Optional<ApiKey> findFirstByHashIn(List<String> hashes);

    Optional<ApiKey> findByKeyIdAndMerchantId(String keyId, String merchantId);

    List<ApiKey> findByMerchantIdOrderByKeyId(String merchantId);
}
