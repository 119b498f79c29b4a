package dev.paylater.api.merchant;

import java.util.List;
import org.springframework.data.repository.Repository;

/** The collection of capabilities, which is only read here. */
interface CapabilityRepository extends Repository<StoredCapabilities, String> {

    List<StoredCapabilities> findAll();
}
