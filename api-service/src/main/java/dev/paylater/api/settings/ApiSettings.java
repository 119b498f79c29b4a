package dev.paylater.api.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How the API behaves.
 *
 * @param maxWait how long a merchant waits for an outcome before the payment is shown as it stands
 * @param firstLook when a reply has not come after this, the payment itself is looked at
 * @param maxInFlight requests under way in this instance, beyond which it answers 429
 * @param largeBodies what the bodies of these requests hold together, beyond the first 8 KiB of
 *     each; more is answered with 429
 * @param requestsPerSecond what one key may ask for on average
 * @param burst what one key may ask for at once
 * @param keyEnvironment which environment the keys that are issued name
 */
@ConfigurationProperties("paylater.api")
public record ApiSettings(
        @DefaultValue("8s") Duration maxWait,
        @DefaultValue("700ms") Duration firstLook,
        @DefaultValue("2000") int maxInFlight,
        @DefaultValue("8MB") DataSize largeBodies,
        @DefaultValue("5000") int requestsPerSecond,
        @DefaultValue("10000") int burst,
        @DefaultValue("live") KeyEnvironment keyEnvironment) {}
