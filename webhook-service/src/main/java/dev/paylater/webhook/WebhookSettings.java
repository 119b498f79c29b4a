package dev.paylater.webhook;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How merchants' endpoints are called.
 *
 * @param timeout for an attempt as a whole
 * @param maxInHand deliveries that this instance has under way; the others wait in the store
 * @param maxPerEndpoint of these, calls of one endpoint at once
 * @param bodiesInHand what their bodies hold together
 * @param lease how long who takes up a delivery may keep it; longer than an attempt takes
 * @param retryDelays after the first attempt, the second and so on; the last one repeats
 * @param giveUpAfter how long after the first attempt a delivery is given up
 * @param longestRetryAfter an endpoint that asks to be left alone is heard for so long
 * @param disableAfter an endpoint that has failed for so long is called no more
 * @param kept how long deliveries are kept
 * @param internalHosts host names and addresses within the own network that may be called
 * @param loopback whether loopback addresses and http may be called; for one machine
 */
@ConfigurationProperties("paylater.webhooks")
public record WebhookSettings(
        @DefaultValue("15s") Duration timeout,
        @DefaultValue("3s") Duration connectTimeout,
        @DefaultValue("500") int maxInHand,
        @DefaultValue("20") int maxPerEndpoint,
        @DefaultValue("32MB") DataSize bodiesInHand,
        @DefaultValue("30s") Duration lease,
        @DefaultValue({"5s", "5m", "30m", "2h", "5h", "10h", "1d"}) List<Duration> retryDelays,
        @DefaultValue("3d") Duration giveUpAfter,
        @DefaultValue("1d") Duration longestRetryAfter,
        @DefaultValue("5d") Duration disableAfter,
        @DefaultValue("30d") Duration kept,
        @DefaultValue Set<String> internalHosts,
        @DefaultValue("false") boolean loopback) {

    public WebhookSettings {
        if (lease.compareTo(timeout.plus(Duration.ofSeconds(15))) < 0) {
            throw new IllegalArgumentException(
                    "paylater.webhooks.lease must be at least fifteen seconds longer than timeout:"
                            + " what an instance still sends would be sent by another one, too");
        }
    }
}
