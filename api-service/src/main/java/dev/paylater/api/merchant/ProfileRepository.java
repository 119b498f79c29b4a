package dev.paylater.api.merchant;

import java.util.List;
import java.util.Optional;
import org.springframework.data.repository.Repository;

/** The collection of profiles. */
public interface ProfileRepository extends Repository<Profile, String> {

    Profile insert(Profile profile);

    /** Writes over the version that was read. */
    Profile save(Profile profile);

    Optional<Profile> findByProfileIdAndMerchantId(String profileId, String merchantId);

    List<Profile> findByMerchantIdOrderByProfileId(String merchantId);
}
