package dev.paylater.api.merchant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllowedDomainsTest {

    @Test
    void a_profile_without_a_list_allows_every_address() {
        assertThat(new AllowedDomains(List.of()).contain("https://anywhere.example/")).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "shop.example, https://shop.example/back?x=1, true",
        "shop.example, https://SHOP.example, true",
        "shop.example, https://shop.example.evil.example/, false",
        "shop.example, https://evilshop.example/, false",
        "shop.example, https://shop.example@evil.example/, false",
        "shop.example, https://evil.example/shop.example, false",
        "shop.example, https://pay.shop.example/, false",
        "shop.example, https://shop.example:8443/, false",
        "shop.example, https://shop.example:0/, false",
        "https://shop.example, http://shop.example/, false",
        "https://shop.example, https://shop.example/, true",
        "*.shop.example, https://pay.shop.example/, true",
        "*.shop.example, https://shop.example/, false",
        "*.shop.example, https://evilshop.example/, false",
        "localhost:3000, http://localhost:3000/, true",
        "localhost:*, http://localhost:3000/, true",
        "localhost:3000, http://localhost/, false",
        "*, https://anywhere.example/, true",
        "shop.example, 'https://shop.example /', false",
    })
    void an_address_is_allowed_when_its_origin_is_listed(
            String pattern, String url, boolean allowed) {
        assertThat(new AllowedDomains(List.of("other.example", pattern)).contain(url))
                .isEqualTo(allowed);
    }
}
