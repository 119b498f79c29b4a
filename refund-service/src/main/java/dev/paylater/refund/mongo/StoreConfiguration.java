package dev.paylater.refund.mongo;

import com.mongodb.client.MongoDatabase;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The collections this service works with. */
@Configuration(proxyBeanMethods = false)
class StoreConfiguration {

    @Bean
    Refunds refunds(MongoDatabase database) {
        var refunds = new Refunds(database);
        refunds.ensureIndexes();
        return refunds;
    }
}
