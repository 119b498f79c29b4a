package dev.paylater.api.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What one address may ask of one instance without a valid key, or with one that everybody has.
 *
 * @param failedKeysPerSecond keys that are not valid, on average
 * @param failedKeysBurst and at once
 * @param clientsPerSecond with one publishable key, on average
 * @param clientsBurst and at once
 * @param visitsPerSecond pages, links and returns, on average
 * @param visitsBurst and at once
 * @param notificationsPerSecond what arrives at /webhooks, on average
 * @param notificationsBurst and at once
 */
@ConfigurationProperties("paylater.address-limits")
public record AddressLimitSettings(
        @DefaultValue("10") int failedKeysPerSecond,
        @DefaultValue("100") int failedKeysBurst,
        @DefaultValue("50") int clientsPerSecond,
        @DefaultValue("500") int clientsBurst,
        @DefaultValue("50") int visitsPerSecond,
        @DefaultValue("500") int visitsBurst,
        @DefaultValue("500") int notificationsPerSecond,
        @DefaultValue("5000") int notificationsBurst) {}
