package dev.paylater.connector.webhook;

import dev.paylater.connector.account.Accounts;
import dev.paylater.connector.call.OperationExecution;
import dev.paylater.connector.kit.Connector;
import dev.paylater.kit.kafka.MessagePublisher;
import java.time.Clock;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What stands behind the webhook address. */
@Configuration(proxyBeanMethods = false)
class WebhookConfiguration {

    @Bean
    Reception reception(
            List<Connector> connectors,
            Accounts accounts,
            OperationExecution execution,
            WebhookEvents events,
            MessagePublisher publisher,
            Clock clock) {
        return new Reception(
                connectors.stream().collect(Collectors.toMap(Connector::name, Function.identity())),
                accounts,
                execution,
                events,
                publisher,
                clock);
    }
}
