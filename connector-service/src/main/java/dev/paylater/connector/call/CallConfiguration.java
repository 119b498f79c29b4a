package dev.paylater.connector.call;

import dev.paylater.kit.outgoing.PublicAddresses;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The one caller and what it is made of. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(CallSettings.class)
class CallConfiguration {

    @Bean
    PublicAddresses publicAddresses(CallSettings settings) {
        return new PublicAddresses(settings.internalHosts());
    }

    @Bean(destroyMethod = "close")
    Http providerHttp(PublicAddresses addresses, CallSettings settings) {
        return new Http(addresses, settings.connectTimeout());
    }

    @Bean
    OperationExecution operationExecution(
            Http http,
            CallSettings settings,
            MeterRegistry meters,
            Clock clock,
            FailedExchanges exchanges) {
        return OperationExecution.over(http, settings, meters, clock, exchanges);
    }
}
