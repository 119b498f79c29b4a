package dev.paylater.connector.lease;

import java.time.Instant;
import java.util.Optional;
import org.springframework.data.mongodb.repository.Query;
import org.springframework.data.mongodb.repository.Update;
import org.springframework.data.repository.Repository;

/** The collection of leases. */
interface OperationLeaseRepository extends Repository<OperationLease, String> {

    OperationLease insert(OperationLease lease);

    Optional<OperationLease> findById(String id);

    /** Unless it has changed hands since; says how many were changed. */
    @Query("{'_id': ?0, 'holder': ?1, 'taken': ?2}")
    @Update("{'$set': {'holder': ?3, 'held_until': ?4}, '$inc': {'taken': 1}}")
    int takeOver(String id, String from, int taken, String by, Instant until);

    @Query("{'_id': ?0, 'holder': ?1}")
    @Update("{'$set': {'held_until': ?2}}")
    void endAt(String id, String holder, Instant until);
}
