package dev.paylater.webhook.send;

import com.mongodb.client.MongoDatabase;
import dev.paylater.kernel.timer.LateCounts;
import dev.paylater.kernel.timer.RepeatedTask;
import dev.paylater.kit.outgoing.BoundedHttp;
import dev.paylater.kit.outgoing.PublicAddresses;
import dev.paylater.kit.security.EndpointSecrets;
import dev.paylater.kit.trace.Traces;
import dev.paylater.webhook.WebhookSettings;
import dev.paylater.webhook.delivery.DeliveryStore;
import dev.paylater.webhook.delivery.RetrySchedule;
import dev.paylater.webhook.endpoint.AuditLines;
import dev.paylater.webhook.endpoint.Endpoints;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The sender and what it is made of. */
@Configuration(proxyBeanMethods = false)
class SendConfiguration {

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);
    private static final int MAX_COUNTED = 10_000;
    private static final Duration BETWEEN_COUNTS = Duration.ofSeconds(15);

    /** Somebody looks four times a second. */
    private static final Duration OVERDUE = Duration.ofMinutes(1);

    @Bean
    DeliveryStore deliveries(MongoDatabase database, WebhookSettings settings) {
        return new DeliveryStore(database, settings.kept());
    }

    @Bean
    PublicAddresses publicAddresses(WebhookSettings settings) {
        var addresses = new PublicAddresses(settings.internalHosts());
        return settings.loopback() ? addresses.withLoopback() : addresses;
    }

    @Bean(destroyMethod = "close")
    BoundedHttp endpointHttp(PublicAddresses addresses, WebhookSettings settings) {
        return new BoundedHttp(addresses, settings.connectTimeout());
    }

    @Bean
    EndpointGuards guards(WebhookSettings settings) {
        return new EndpointGuards(settings);
    }

    @Bean
    RetrySchedule retrySchedule(WebhookSettings settings) {
        return new RetrySchedule(
                settings.retryDelays(),
                settings.giveUpAfter(),
                settings.longestRetryAfter(),
                () -> ThreadLocalRandom.current().nextDouble());
    }

    @Bean
    Uptime uptime(MongoDatabase database, Clock clock) {
        return new Uptime(database, clock);
    }

    @Bean
    RepeatedTask signsOfLife(Uptime uptime) {
        return new RepeatedTask("signs-of-life", uptime::beat, Uptime.BEAT);
    }

    @Bean
    Sender sender(
            DeliveryStore deliveries,
            Endpoints endpoints,
            AuditLines auditLines,
            EndpointGuards guards,
            Resources resources,
            BoundedHttp http,
            PublicAddresses addresses,
            EndpointSecrets secrets,
            RetrySchedule schedule,
            Uptime uptime,
            WebhookSettings settings,
            MeterRegistry meters,
            Traces traces,
            Clock clock) {
        return new Sender(
                deliveries,
                endpoints,
                new Disabling(endpoints, deliveries, auditLines),
                guards,
                new WebhookBody(resources),
                new TracedCalls(
                        new HttpCalls(http, addresses, secrets, settings.timeout(), clock), traces),
                schedule,
                uptime,
                settings,
                meters,
                clock);
    }

    @Bean
    Intake intake(DeliveryStore deliveries, Sender sender, Clock clock) {
        return new Intake(deliveries, sender, clock);
    }

    @Bean
    RepeatedTask taking(
            DeliveryStore deliveries, Sender sender, EndpointGuards guards, Clock clock) {
        var due = new DueDeliveries(deliveries, sender, guards, clock);
        return new RepeatedTask(
                "due-deliveries", () -> due.take(BETWEEN_LOOKS), Duration.ofMillis(1));
    }

    @Bean
    RepeatedTask counting(DeliveryStore deliveries, MeterRegistry meters, Clock clock) {
        var counts =
                new LateCounts(meters, clock)
                        .with(
                                "paylater.webhooks.overdue",
                                "Deliveries that were due a minute ago",
                                now -> deliveries.countDueBefore(now.minus(OVERDUE), MAX_COUNTED));
        return new RepeatedTask("alarms", counts::count, BETWEEN_COUNTS);
    }
}
