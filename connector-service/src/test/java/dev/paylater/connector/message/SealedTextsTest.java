package dev.paylater.connector.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.kit.security.Sealer;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SealedTextsTest {

    private static final Sealer SEALER =
            new Sealer(Base64.getEncoder().encodeToString(new byte[32]));
    private final SealedTexts texts = new SealedTexts(SEALER);

    @Test
    void what_was_sealed_is_opened_where_it_is_sealed() {
        var ssn = SEALER.seal("12\"3", "merchant");
        var day = SEALER.seal("2000-01-01", "merchant");
        assertThat(
                        texts.decrypt(
                                Map.of(
                                        "ssn", '"' + ssn + '"',
                                        "metadata", "{\"birth_date\":\"" + day + "\",\"a\":1}",
                                        "name", "\"Ada\""),
                                "merchant"))
                .containsEntry("ssn", "\"12\\\"3\"")
                .containsEntry("metadata", "{\"birth_date\":\"2000-01-01\",\"a\":1}")
                .containsEntry("name", "\"Ada\"");
    }

    @Test
    void what_only_looks_sealed_stays_as_the_merchant_sent_it() {
        var fields =
                Map.of(
                        "description", "\"sealed:1:AAAA\"",
                        "metadata", "{\"note\":\"\\\"ssn\\\":\\\"sealed:1:AAAA\\\"\"}",
                        "shipping", "{\"ssn\":\"sealed:1:AA\"}",
                        "billing", "{\"address\":{\"birth_date\":\"sealed:1:AA\"}}",
                        "browser_info", "{\"x_sdk\":\"sealed:1:AA\"}",
                        "sdk_information", "{\"connector_account_details\":\"sealed:1:AA\"}",
                        "payment_method_data", "{\"ssn\":\"sealed:1:AA\"}",
                        "order_details", "[{\"ssn\":\"sealed:1:AA\"}]");
        assertThat(texts.decrypt(fields, "merchant")).isEqualTo(fields);
    }

    @Test
    void what_was_sealed_for_somebody_else_is_not_decrypted() {
        var foreign = Map.of("ssn", '"' + SEALER.seal("1", "other") + '"');
        assertThatThrownBy(() -> texts.decrypt(foreign, "merchant"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
