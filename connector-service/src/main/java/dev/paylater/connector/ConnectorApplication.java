package dev.paylater.connector;

import dev.paylater.connector.provider.Connector;
import dev.paylater.connector.provider.afterpay.AfterpayConnector;
import dev.paylater.connector.provider.billie.BillieConnector;
import dev.paylater.connector.provider.klarna.KlarnaConnector;
import dev.paylater.connector.provider.mondu.MonduConnector;
import dev.paylater.connector.provider.sandbox.SandboxConnector;
import dev.paylater.kit.kafka.KafkaConfiguration;
import dev.paylater.kit.mongo.MongoConfiguration;
import dev.paylater.kit.security.Sealer;
import dev.paylater.kit.security.ServiceToken;
import java.time.Clock;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Starts connector-service; a new connector is added to the list of beans here. */
@SpringBootApplication(proxyBeanMethods = false)
@Import({KafkaConfiguration.class, MongoConfiguration.class})
public class ConnectorApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(ConnectorApplication.class, arguments);
    }

    @Bean
    Connector sandbox() {
        return new SandboxConnector();
    }

    @Bean
    Connector klarna() {
        return new KlarnaConnector();
    }

    @Bean
    Connector afterpay() {
        return new AfterpayConnector();
    }

    @Bean
    Connector mondu() {
        return new MonduConnector();
    }

    @Bean
    Connector billie() {
        return new BillieConnector();
    }

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    Sealer sealer(@Value("${paylater.encryption-key}") String key) {
        return new Sealer(key);
    }

    @Bean
    ServiceToken serviceToken(@Value("${paylater.service-key}") String key, Clock clock) {
        return new ServiceToken(key, clock);
    }
}
