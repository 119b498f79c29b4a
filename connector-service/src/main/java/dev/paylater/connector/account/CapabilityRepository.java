package dev.paylater.connector.account;

import org.springframework.data.repository.Repository;

/** The collection of capabilities. */
interface CapabilityRepository extends Repository<StoredCapabilities, String> {

    /** Writes over whatever is there for this connector. */
    StoredCapabilities save(StoredCapabilities capabilities);
}
