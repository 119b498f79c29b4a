package dev.paylater.api.customer;

import dev.paylater.kit.mongo.OptimisticChange;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Sort.Direction;
import org.springframework.data.mongodb.core.MongoOperations;
import org.springframework.data.mongodb.core.index.Index;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/** The customers that merchants have named, each under its merchant. */
@Component
public final class Customers {

    private static final Sort NEWEST_FIRST = Sort.by(Direction.DESC, "createdAt", "customerId");

    private final MongoOperations store;
    private final CustomerRepository customers;
    private final Clock clock;

    Customers(MongoOperations store, CustomerRepository customers, Clock clock) {
        this.store = store;
        this.customers = customers;
        this.clock = clock;
    }

    /** Makes lists fast. */
    public void createIndexes() {
        store.indexOps(Customer.class)
                .createIndex(
                        new Index("merchantId", Direction.ASC)
                                .on("createdAt", Direction.DESC)
                                .on("customerId", Direction.DESC));
    }

    Optional<Customer> find(String merchantId, String customerId) {
        return customers.findById(Customer.id(merchantId, customerId));
    }

    /**
     * Creates a customer.
     *
     * @param commandId what creates it; when the same is retried it finds its own customer
     * @return false when there is another one with this id
     */
    boolean create(String merchantId, String customerId, ObjectNode fields, String commandId) {
        try {
            customers.insert(
                    Customer.blank(merchantId, customerId, commandId, clock.instant())
                            .with(fields));
            return true;
        } catch (DuplicateKeyException _) {
            return find(merchantId, customerId)
                    .map(found -> commandId.equals(found.createdBy()))
                    .orElse(false);
        }
    }

    /** Changes what is given; nothing when there is no such customer. */
    Optional<Customer> update(String merchantId, String customerId, ObjectNode fields) {
        return OptimisticChange.retried(
                () ->
                        find(merchantId, customerId)
                                .map(customer -> customers.save(customer.with(fields))));
    }

    /** Newest first, from behind a customer on. */
    List<Customer> list(String merchantId, @Nullable Customer after, int limit) {
        if (after == null) {
            return customers.findByMerchantId(merchantId, NEWEST_FIRST, Limit.of(limit));
        }
        var found =
                new ArrayList<>(
                        customers.findByMerchantIdAndCreatedAtAndCustomerIdLessThan(
                                merchantId,
                                after.createdAt(),
                                after.customerId(),
                                NEWEST_FIRST,
                                Limit.of(limit)));
        if (found.size() < limit) {
            found.addAll(
                    customers.findByMerchantIdAndCreatedAtLessThan(
                            merchantId,
                            after.createdAt(),
                            NEWEST_FIRST,
                            Limit.of(limit - found.size())));
        }
        return found;
    }
}
