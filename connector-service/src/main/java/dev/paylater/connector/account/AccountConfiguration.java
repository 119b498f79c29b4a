package dev.paylater.connector.account;

import com.mongodb.client.MongoDatabase;
import dev.paylater.kit.security.Sealer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Where accounts come from and capabilities go. */
@Configuration(proxyBeanMethods = false)
class AccountConfiguration {

    @Bean
    Accounts accounts(MongoDatabase database, Sealer sealer) {
        return new MongoAccounts(database, new AccountReader(sealer));
    }

    @Bean
    CapabilityCatalogue capabilityCatalogue(MongoDatabase database) {
        return new CapabilityCatalogue(database);
    }
}
