package dev.paylater.orchestrator.routing;

import java.util.Optional;
import org.springframework.data.repository.Repository;

/** The collection of profiles, which is only read here. */
interface ProfileRepository extends Repository<StoredProfile, String> {

    Optional<StoredProfile> findById(String profileId);
}
