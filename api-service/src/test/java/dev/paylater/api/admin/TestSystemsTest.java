package dev.paylater.api.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.json.Json;
import dev.paylater.api.settings.KeyEnvironment;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class TestSystemsTest {

    private final TestSystems test = new TestSystems(KeyEnvironment.TEST);
    private final TestSystems live = new TestSystems(KeyEnvironment.LIVE);

    /** The addresses are those of the providers' documents. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    sandbox           | {}
                    klarna            | {"settings": {"playground": true}}
                    affirm            | {"base_url": "https://api.global.sandbox.affirm.com"}
                    afterpay_clearpay | {"base_url": "https://global-api-sandbox.afterpay.com"}
                    sezzle            | {"base_url": "https://sandbox.gateway.sezzle.com"}
                    scalapay          | {"base_url": "https://integration.api.scalapay.com"}
                    mondu             | {"base_url": "https://api.demo.mondu.ai"}
                    billie            | {"base_url": "https://paella-sandbox.billie.io"}
                    tamara            | {"base_url": "https://api-sandbox.tamara.co"}
                    paypal            | {"base_url": "https://api-m.sandbox.paypal.com"}
                    alma              | {"base_url": "https://api.sandbox.getalma.eu"}
                    riverty           | {"base_url": "https://api.bnpl-pt.riverty.io"}
                    two               | {"base_url": "https://api.sandbox.two.inc"}
                    tabby             | {}
                    """)
    void
            an_account_that_does_not_say_where_it_is_is_at_the_test_system_in_test_and_live_in_production(
                    String connector, String expected) {
        assertThat(chosen(test, connector, "{}")).isEqualTo(expected(expected));
        assertThat(chosen(live, connector, "{}")).isEqualTo(expected("{}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    mondu  | {"base_url": "https://api.mondu.ai"}
                    klarna | {"base_url": "https://api.klarna.com"}
                    klarna | {"base_url": "https://x.example", "settings": {"region": "-na"}}
                    klarna | {"settings": {"playground": false}}
                    """)
    void what_is_said_stays(String connector, String sent) {
        assertThat(chosen(test, connector, sent)).isEqualTo(expected(sent));
    }

    @Test
    void a_default_stands_beside_other_settings_and_survives_their_replacement() {
        assertThat(chosen(test, "klarna", "{\"settings\": {\"region\": \"-na\"}}"))
                .isEqualTo(expected("{\"settings\":{\"region\":\"-na\",\"playground\":true}}"));
        assertThat(kept(test, "klarna", null, "{\"settings\": {}}"))
                .isEqualTo(expected("{\"settings\":{\"playground\":true}}"));
        assertThat(kept(live, "klarna", null, "{\"settings\": {}}"))
                .isEqualTo(expected("{\"settings\":{}}"));
    }

    @Test
    void an_account_that_is_there_is_not_moved() {
        assertThat(kept(test, "mondu", null, "{\"settings\": {}}"))
                .isEqualTo(expected("{\"settings\":{}}"));
        assertThat(kept(test, "klarna", null, "{\"enabled\": false}"))
                .isEqualTo(expected("{\"enabled\":false}"));
        assertThat(kept(test, "klarna", "https://x.example", "{\"settings\": {}}"))
                .isEqualTo(expected("{\"settings\":{}}"));
    }

    private static ObjectNode chosen(TestSystems systems, String connector, String sent) {
        var fields = expected(sent);
        systems.choose(connector, fields);
        return fields;
    }

    private static ObjectNode kept(
            TestSystems systems, String connector, @Nullable String baseUrl, String sent) {
        var fields = expected(sent);
        systems.keep(connector, baseUrl, fields);
        return fields;
    }

    private static ObjectNode expected(String json) {
        return (ObjectNode) Json.read(json);
    }
}
