package dev.paylater.connector.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.kit.security.KeyRing;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.kit.security.Sealer;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SealedTextsTest {

    private static final Sealer SEALER =
            Sealer.of(
                    KeyRing.parse(
                            "PAYLATER_ENCRYPTION_KEY",
                            "1:" + Base64.getEncoder().encodeToString(new byte[32])));
    private final SealedTexts texts = new SealedTexts(SEALER);

    @Test
    void what_was_sealed_is_opened_where_it_is_sealed() {
        assertThat(
                        texts.decrypt(
                                Map.of(
                                        "billing", sealed("{\"email\":\"12\\\"3\"}", "billing"),
                                        "metadata",
                                                "{\"birth_date\":%s,\"a\":1,\"sealed:a\":%s}"
                                                        .formatted(
                                                                sealed("\"2000\"", "metadata"),
                                                                sealed("2.50", "metadata")),
                                        "locale", "\"de\""),
                                "merchant",
                                "payment"))
                .isEqualTo(
                        Map.of(
                                "billing", "{\"email\":\"12\\\"3\"}",
                                "metadata", "{\"birth_date\":\"2000\",\"a\":1,\"sealed:a\":2.50}",
                                "locale", "\"de\""));
    }

    @Test
    void what_only_looks_sealed_stays_as_the_merchant_sent_it() {
        var fields =
                Map.of(
                        "description", "\"sealed:AAAA\"",
                        "order_details", "[{\"product_name\":\"sealed:AA\"}]",
                        "shipping", "{\"ssn\":\"sealed:AA\"}",
                        "sdk_information", "\"sealed:AA\"");
        assertThat(texts.decrypt(fields, "merchant", "payment")).isEqualTo(fields);
    }

    @Test
    void what_was_sealed_for_somebody_else_is_not_decrypted() {
        var foreign = Map.of("ssn", sealed("\"1\"", "ssn"));
        assertThat(texts.decrypt(foreign, "merchant", "payment")).containsEntry("ssn", "\"1\"");
        assertNotDecrypted(foreign, "other", "payment");
        assertNotDecrypted(foreign, "merchant", "other");
    }

    @Test
    void what_was_moved_to_another_field_is_not_decrypted() {
        var ssn = sealed("\"1\"", "ssn");
        assertNotDecrypted(Map.of("birth_date", ssn), "merchant", "payment");
        assertNotDecrypted(Map.of("metadata", "{\"ssn\":" + ssn + "}"), "merchant", "payment");
    }

    private void assertNotDecrypted(
            Map<String, String> fields, String merchantId, String paymentId) {
        assertThatThrownBy(() -> texts.decrypt(fields, merchantId, paymentId))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static String sealed(String plain, String field) {
        return '"' + SEALER.seal(plain, new SealedPlace("merchant", "payment", field)) + '"';
    }
}
