package dev.paylater.api.merchant;

import java.util.List;
import java.util.Optional;
import org.springframework.data.repository.Repository;

/** The collection of merchants. */
public interface MerchantRepository extends Repository<Merchant, String> {

    Merchant insert(Merchant merchant);

    Optional<Merchant> findById(String merchantId);

    List<Merchant> findAllByOrderByMerchantId();
}
