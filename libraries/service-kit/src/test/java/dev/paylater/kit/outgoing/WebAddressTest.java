package dev.paylater.kit.outgoing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WebAddressTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "https://shop.example https://shop.example",
                "HTTPS://Shop.Example/A https://shop.example/A",
                "http://127.0.0.1:65535/x http://127.0.0.1:65535/x",
                "http://[::1]:1/ http://[::1]:1/",
                "https://shop.example:/a https://shop.example/a",
                "https://shop.example:0443/ https://shop.example:443/",
                "https://münchen.example/ https://xn--mnchen-3ya.example/",
                "https://пример.example/ https://xn--e1afmkfd.example/",
                "https://مثال.example/ https://xn--mgbh0fb.example/",
                "https://shop.example/شكرا https://shop.example/%D8%B4%D9%83%D8%B1%D8%A7",
                "https://shop.example/дякую https://shop.example/%D0%B4%D1%8F%D0%BA%D1%83%D1%8E",
                "https://shop.example/🛒?ok=ü https://shop.example/%F0%9F%9B%92?ok=%C3%BC",
                "https://shop.example/a|b[c]{d}^`\"<e> "
                        + "https://shop.example/a%7Cb%5Bc%5D%7Bd%7D%5E%60%22%3Ce%3E",
                "https://shop.example/%C3%BC%zz -",
                "https://shop.example/%C3%BC https://shop.example/%C3%BC",
                "https://shop.example?a=b#ü#2 https://shop.example?a=b#%C3%BC%232",
                "https://xn--mnchen-3ya.example/ https://xn--mnchen-3ya.example/"
            })
    void an_address_has_one_form_of_ascii(String given, String ascii) throws Exception {
        if (ascii.equals("-")) {
            assertThatThrownBy(() -> WebAddress.of(given)).isInstanceOf(WebAddress.Unusable.class);
            return;
        }
        var address = WebAddress.of(given);
        assertThat(address.ascii()).isEqualTo(ascii);
        assertThat(StandardCharsets.US_ASCII.newEncoder().canEncode(address.ascii())).isTrue();
        assertThat(address.uri()).isEqualTo(new URI(ascii));
        assertThat(WebAddress.of(ascii)).as("unchanged by a second reading").isEqualTo(address);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "shop.example",
                "//shop.example/",
                "ftp://shop.example/",
                "javascript:alert(1)",
                "javascript://shop.example/%0aalert(1)",
                "https:///path",
                "https://",
                "https://?a",
                "https://:443/",
                "https://user@shop.example/",
                "https://user:secret@shop.example/",
                "https://shop.example:0/",
                "https://shop.example:65536/",
                "https://shop.example:99999/",
                "https://shop.example:-1/",
                "https://shop.example:٤٤٣/",
                "https://shop.example:4 43/",
                "https://shop example/",
                "https://shop_1.example/",
                "https://-shop.example/",
                "https://2130706433/",
                "https://[::1/",
                "https://[nowhere]/",
                "https://straße.example/",
                "https://shop.example/a b",
                "https://shop.example/a\tb",
                "https://shop.example/a\nb",
                "https://shop.example/a\\b",
                "https://shop.example\\@evil.example/",
                "https://shop.example/\u0000",
                "https://shop.example/\ud83d",
                "https://shop.example/%",
                "https://shop.example/%4",
                "https://shop.example/%４１",
                " https://shop.example/"
            })
    void what_cannot_be_called_is_none(String text) {
        assertThatThrownBy(() -> WebAddress.of(text)).isInstanceOf(WebAddress.Unusable.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {2048, 2049})
    void its_length_is_that_of_the_ascii_form(int length) throws Exception {
        var text = "https://shop.example/" + "a".repeat(length - 21);
        if (length <= WebAddress.MAX_CHARACTERS) {
            assertThat(WebAddress.of(text).ascii()).hasSize(length);
        } else {
            assertThatThrownBy(() -> WebAddress.of(text)).isInstanceOf(WebAddress.Unusable.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://user@shop.example/", "https://user:p@ss@shop.example/"})
    void a_user_in_an_address_is_refused_by_name(String given) {
        assertThatThrownBy(() -> WebAddress.of(given))
                .isInstanceOf(WebAddress.Unusable.class)
                .hasMessage("must have no user name or password");
    }
}
