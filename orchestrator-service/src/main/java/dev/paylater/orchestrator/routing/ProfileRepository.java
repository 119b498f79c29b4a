package dev.paylater.orchestrator.routing;

import java.util.List;
import org.springframework.data.repository.Repository;

/** The collection of profiles, which is only read here. */
interface ProfileRepository extends Repository<StoredProfile, String> {

    List<StoredProfile> findAllById(Iterable<String> profileIds);
}
