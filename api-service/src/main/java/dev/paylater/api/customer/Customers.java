package dev.paylater.api.customer;

import dev.paylater.kit.mongo.OptimisticChange;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.kit.security.Sealer;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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

    private static final Logger log = LoggerFactory.getLogger(Customers.class);
    private static final Sort NEWEST_FIRST = Sort.by(Direction.DESC, "createdAt", "customerId");

    private final MongoOperations store;
    private final CustomerRepository customers;
    private final Sealer sealer;
    private final Clock clock;

    Customers(MongoOperations store, CustomerRepository customers, Sealer sealer, Clock clock) {
        this.store = store;
        this.sealer = sealer;
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
        return customers.findById(Customer.id(merchantId, customerId)).map(this::opened);
    }

    private Customer sealed(Customer customer) {
        return customer.withTexts((field, text) -> sealer.seal(text, place(customer, field)));
    }

    private Customer opened(Customer customer) {
        return customer.withTexts((field, text) -> sealer.open(text, place(customer, field)));
    }

    /** In a list a customer whose data cannot be decrypted is there without it. */
    private Customer openedListed(Customer customer) {
        try {
            return opened(customer);
        } catch (RuntimeException e) {
            log.error("Customer {} is damaged", customer.customerId(), e);
            return Customer.blank(
                    customer.merchantId(),
                    customer.customerId(),
                    customer.createdBy(),
                    customer.createdAt());
        }
    }

    private static SealedPlace place(Customer customer, String field) {
        return new SealedPlace(customer.merchantId(), customer.customerId(), field);
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
                    sealed(
                            Customer.blank(merchantId, customerId, commandId, clock.instant())
                                    .with(fields)));
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
                                .map(customer -> customers.save(sealed(customer.with(fields))))
                                .map(this::opened));
    }

    public boolean exists(String merchantId, String customerId) {
        return customers.existsById(Customer.id(merchantId, customerId));
    }

    /** The saved payment method that the customer prefers. */
    public Optional<String> defaultMethod(String merchantId, String customerId) {
        return customers
                .findById(Customer.id(merchantId, customerId))
                .map(Customer::defaultPaymentMethodId);
    }

    /** Makes a saved payment method the default; false when there is no such customer. */
    public boolean prefer(String merchantId, String customerId, String paymentMethodId) {
        return OptimisticChange.retried(
                () ->
                        customers
                                .findById(Customer.id(merchantId, customerId))
                                .map(found -> customers.save(found.preferring(paymentMethodId)))
                                .isPresent());
    }

    /** Deletes what is kept of a customer beside their payments. */
    public void delete(String merchantId, String customerId) {
        customers.deleteById(Customer.id(merchantId, customerId));
    }

    /** Newest first, from behind a customer on. */
    List<Customer> list(String merchantId, @Nullable Customer after, int limit) {
        return listed(merchantId, after, limit).stream().map(this::openedListed).toList();
    }

    private List<Customer> listed(String merchantId, @Nullable Customer after, int limit) {
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
