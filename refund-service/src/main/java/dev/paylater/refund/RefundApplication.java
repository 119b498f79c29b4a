package dev.paylater.refund;

import dev.paylater.kernel.service.AggregateCommands;
import dev.paylater.kernel.service.AggregateConfiguration;
import dev.paylater.kernel.service.Decisions;
import dev.paylater.kernel.service.Decisions.Facts;
import dev.paylater.kernel.timer.LateCounts;
import dev.paylater.kit.kafka.KafkaConfiguration;
import dev.paylater.kit.log.LogConfiguration;
import dev.paylater.kit.management.HttpMeters;
import dev.paylater.kit.management.ManagementPort;
import dev.paylater.kit.mongo.MongoConfiguration;
import dev.paylater.kit.trace.TraceConfiguration;
import dev.paylater.kit.trace.Traces;
import dev.paylater.refund.core.ProviderCapabilities;
import dev.paylater.refund.core.Refund;
import dev.paylater.refund.core.RefundEvent;
import dev.paylater.refund.kafka.RefundCommands;
import dev.paylater.refund.kafka.RefundRequest;
import dev.paylater.refund.mongo.RefundDocument;
import dev.paylater.refund.mongo.Refunds;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.mongodb.autoconfigure.MongoAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Executes refunds and keeps them. */
@SpringBootApplication(exclude = {KafkaAutoConfiguration.class, MongoAutoConfiguration.class})
@Import({
    KafkaConfiguration.class,
    HttpMeters.class,
    LogConfiguration.class,
    ManagementPort.class,
    TraceConfiguration.class,
    MongoConfiguration.class,
    AggregateConfiguration.class
})
public class RefundApplication {

    /** The sweeper looks four times a second. */
    private static final Duration OVERDUE = Duration.ofSeconds(30);

    /** What no provider knows is given up about three minutes after it was asked for. */
    private static final Duration PENDING = Duration.ofMinutes(10);

    public static void main(String[] args) {
        SpringApplication.run(RefundApplication.class, args);
    }

    @Bean
    AggregateCommands<Refund, RefundRequest, RefundEvent> commands(
            ProviderCapabilities capabilities,
            Refunds refunds,
            MeterRegistry meters,
            Traces traces) {
        return Decisions.of(
                "refund",
                RefundCommands.of(
                        capabilities, refunds::findOfPayment, RefundDocument::reply, refunds),
                RefundApplication::facts,
                meters,
                traces);
    }

    private static Facts facts(Refund refund) {
        var order = refund.order();
        return new Facts(
                order.merchantId(),
                order.paymentId(),
                order.refundId(),
                order.connector(),
                refund.status().name().toLowerCase(Locale.ROOT));
    }

    @Bean
    LateCounts lateCounts(Refunds refunds, MeterRegistry meters, Clock clock) {
        return new LateCounts(meters, clock)
                .with(
                        "paylater.refunds.overdue",
                        "Refunds that have been due for more than 30 s",
                        now -> refunds.countOverdue(now.minus(OVERDUE)))
                .with(
                        "paylater.refunds.pending.long",
                        "Refunds that have been pending for more than 10 min",
                        now -> refunds.countPending(now.minus(PENDING)))
                .with(
                        "paylater.refunds.contradicted",
                        "Refunds whose end the provider contradicts",
                        _ -> refunds.countContradicted())
                .with(
                        "paylater.refunds.account_refused",
                        "Refunds under way whose provider refuses the account",
                        _ -> refunds.countAccountRefused());
    }
}
