package dev.paylater.orchestrator.timer;

import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.orchestrator.journal.PaymentStore;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Lets the sweeper run. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
public class TimerConfiguration {

    @Bean
    Sweeper sweeper(PaymentStore payments, MessagePublisher publisher, Clock clock) {
        return new Sweeper(payments, publisher, clock);
    }
}
