package dev.paylater.api;

import dev.paylater.api.admin.FirstAdmin;
import dev.paylater.api.key.Pepper;
import dev.paylater.api.settings.AddressLimitSettings;
import dev.paylater.api.settings.ApiSettings;
import dev.paylater.api.settings.MerchantLimitSettings;
import dev.paylater.api.settings.OidcClientSettings;
import dev.paylater.api.settings.OidcSettings;
import dev.paylater.api.settings.ServiceUrls;
import dev.paylater.kit.kafka.KafkaConfiguration;
import dev.paylater.kit.log.LogConfiguration;
import dev.paylater.kit.management.HttpMeters;
import dev.paylater.kit.management.ManagementPort;
import dev.paylater.kit.mongo.MongoConfiguration;
import dev.paylater.kit.security.Audience;
import dev.paylater.kit.security.CustomerAddresses;
import dev.paylater.kit.security.EndpointSecrets;
import dev.paylater.kit.security.KeyRing;
import dev.paylater.kit.security.KnownSecrets;
import dev.paylater.kit.security.Sealer;
import dev.paylater.kit.security.ServiceToken;
import dev.paylater.kit.trace.Sampling;
import dev.paylater.kit.trace.TraceConfiguration;
import java.time.Clock;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/** The HTTP API for merchants: checks, publishes commands, waits, answers. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableConfigurationProperties({
    AddressLimitSettings.class,
    MerchantLimitSettings.class,
    ServiceUrls.class,
    ApiSettings.class,
    OidcClientSettings.class,
    OidcSettings.class
})
@Import({
    KafkaConfiguration.class,
    KnownSecrets.class,
    HttpMeters.class,
    LogConfiguration.class,
    ManagementPort.class,
    TraceConfiguration.class,
    MongoConfiguration.class
})
public class ApiApplication {

    private static final String FIRST_ADMIN = "first-admin";

    /** Serves, or with the argument first-admin prints a token that makes the first owner. */
    public static void main(String[] arguments) {
        if (List.of(arguments).contains(FIRST_ADMIN)) {
            printTokenForFirstAdmin(arguments);
        } else {
            SpringApplication.run(ApiApplication.class, arguments);
        }
    }

    /** After everything that is logged, so that it is the last line. */
    private static void printTokenForFirstAdmin(String... arguments) {
        String token;
        try (var context =
                new SpringApplicationBuilder(ApiApplication.class)
                        .web(WebApplicationType.NONE)
                        .run(arguments)) {
            token = context.getBean(FirstAdmin.class).token();
        }
        System.out.println(token);
    }

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    Pepper pepper(Environment environment) {
        return new Pepper(KeyRing.in(environment, "paylater.key-pepper"));
    }

    @Bean
    Sealer sealer(Environment environment) {
        return Sealer.in(environment, "paylater.encryption-key");
    }

    @Bean
    EndpointSecrets endpointSecrets(Environment environment) {
        return EndpointSecrets.in(environment);
    }

    @Bean
    CustomerAddresses customerAddresses(Environment environment, ServiceUrls addresses) {
        return new CustomerAddresses(
                addresses.publicUrl(), KeyRing.in(environment, "paylater.service-key"));
    }

    @Bean
    ServiceToken serviceToken(Environment environment, Clock clock) {
        return ServiceToken.in(environment, Audience.API, clock);
    }

    /** Whether a trace is exported is decided where it begins. */
    @Bean
    Sampling sampling(
            @Value("${paylater.traces.endpoint:}") String endpoint,
            @Value("${paylater.traces.sampled:0}") double share) {
        return endpoint.isBlank() ? Sampling.NONE : Sampling.of(share);
    }
}
