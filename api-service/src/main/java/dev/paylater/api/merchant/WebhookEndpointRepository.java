package dev.paylater.api.merchant;

import java.util.List;
import java.util.Optional;
import org.springframework.data.repository.Repository;

/** The collection of webhook endpoints. */
public interface WebhookEndpointRepository extends Repository<WebhookEndpoint, String> {

    WebhookEndpoint insert(WebhookEndpoint endpoint);

    /** Writes over the version that was read. */
    WebhookEndpoint save(WebhookEndpoint endpoint);

    long deleteByEndpointIdAndMerchantId(String endpointId, String merchantId);

    int countByMerchantId(String merchantId);

    Optional<WebhookEndpoint> findByEndpointIdAndMerchantId(String endpointId, String merchantId);

    List<WebhookEndpoint> findByMerchantIdOrderByCreatedAtDescEndpointIdDesc(String merchantId);
}
