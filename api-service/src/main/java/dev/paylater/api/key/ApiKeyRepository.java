package dev.paylater.api.key;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.data.repository.Repository;

/** The collection of API keys. */
public interface ApiKeyRepository extends Repository<ApiKey, String> {

    ApiKey insert(ApiKey key);

    /** Writes over the version that was read. */
    ApiKey save(ApiKey key);

    Optional<ApiKey> findById(String keyId);

    Optional<ApiKey> findFirstByHashIn(List<String> hashes);

    Optional<ApiKey> findByKeyIdAndMerchantId(String keyId, @Nullable String merchantId);

    List<ApiKey> findByMerchantIdOrderByKeyId(@Nullable String merchantId);
}
