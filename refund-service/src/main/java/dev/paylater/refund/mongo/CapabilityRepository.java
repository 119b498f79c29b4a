package dev.paylater.refund.mongo;

import java.util.Optional;
import org.springframework.data.repository.Repository;

/** The collection of capabilities, which is only read here. */
interface CapabilityRepository extends Repository<StoredCapabilities, String> {

    Optional<StoredCapabilities> findById(String connector);
}
