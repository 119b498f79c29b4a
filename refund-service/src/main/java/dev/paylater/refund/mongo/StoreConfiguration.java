package dev.paylater.refund.mongo;

import com.mongodb.client.MongoDatabase;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The collections this service works with. */
@Configuration(proxyBeanMethods = false)
class StoreConfiguration {

    @Bean
    Refunds refunds(MongoDatabase database) {
        RefundIndexes.ensure(database);
        return new Refunds(database);
    }

    @Bean
    RefundList refundList(MongoDatabase database) {
        return new RefundList(database);
    }
}
