package dev.paylater.api.admin;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.merchant.Merchant;
import dev.paylater.api.merchant.MerchantRepository;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The merchants of this installation. */
@Component
final class Merchants {

    private final MerchantRepository merchants;
    private final Clock clock;

    Merchants(MerchantRepository merchants, Clock clock) {
        this.merchants = merchants;
        this.clock = clock;
    }

    Merchant create(String merchantId, @Nullable String name) {
        var merchant = new Merchant(merchantId, name, clock.instant());
        return StoredResources.insert(merchantId, () -> merchants.insert(merchant));
    }

    Merchant require(String merchantId) {
        return merchants.findById(merchantId).orElseThrow(() -> ApiException.notFound("merchant"));
    }

    List<Merchant> all() {
        return merchants.findAllByOrderByMerchantId();
    }
}
