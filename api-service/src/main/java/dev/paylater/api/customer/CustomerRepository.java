package dev.paylater.api.customer;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Sort;
import org.springframework.data.repository.Repository;

/** The collection of customers. Every list begins with the merchant. */
interface CustomerRepository extends Repository<Customer, String> {

    Customer insert(Customer customer);

    /** Writes over the version that was read. */
    Customer save(Customer customer);

    Optional<Customer> findById(String id);

    boolean existsById(String id);

    void deleteById(String id);

    List<Customer> findByMerchantId(String merchantId, Sort sort, Limit limit);

    List<Customer> findByMerchantIdAndCreatedAtAndCustomerIdLessThan(
            String merchantId, Instant createdAt, String customerId, Sort sort, Limit limit);

    List<Customer> findByMerchantIdAndCreatedAtLessThan(
            String merchantId, Instant createdAt, Sort sort, Limit limit);
}
