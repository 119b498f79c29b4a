package dev.paylater.api.settings;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What all keys of one merchant together may ask of one instance, so that no merchant is served at
 * the cost of another: its servers so much, and the browsers of its customers so much again.
 *
 * @param requestsPerSecond on average, and twice as many at once
 * @param contracts of merchants, by their ids, who may send more or less
 */
@ConfigurationProperties("paylater.merchant-limits")
public record MerchantLimitSettings(
        @DefaultValue("100") int requestsPerSecond, @DefaultValue Map<String, Integer> contracts) {

    public int of(String merchantId) {
        return contracts.getOrDefault(merchantId, requestsPerSecond);
    }
}
