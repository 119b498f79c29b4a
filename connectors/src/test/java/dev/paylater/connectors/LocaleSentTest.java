package dev.paylater.connectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Step;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/**
 * In which language each provider speaks with the customer, by docs/makers/connector-witnesses.md.
 */
final class LocaleSentTest {

    private static final Map<String, String> PLACES =
            Map.of(
                    "klarna", "/locale",
                    "paypal", "/payment_source/paypal/experience_context/locale",
                    "sezzle", "/order/locale",
                    "mondu", "/language",
                    "alma", "/payment/locale",
                    "tamara", "/locale",
                    "tabby", "/lang");

    /** The payment's locale, the browser's language, and what the provider documents for it. */
    @ParameterizedTest
    @CsvSource({
        "klarna, DE, EUR, de-DE, en-US, de-DE",
        "klarna, DE, EUR, de_AT, en-US, de-DE",
        "klarna, AT, EUR, de_AT, , de-AT",
        "klarna, GB, GBP, en_GB, , en-GB",
        "klarna, DE, EUR, , en-US, en-DE",
        "klarna, DE, EUR, , de-AT, de-DE",
        "klarna, DE, EUR, , fr-FR, ",
        "klarna, DE, EUR, fr-FR, de, de-DE",
        "klarna, NO, NOK, , de-DE, ",
        "klarna, NO, NOK, , no, nb-NO",
        "klarna, NO, NOK, , nn-NO, nb-NO",
        "klarna, CH, CHF, it, , it-CH",
        "klarna, BE, EUR, , NL-nl, nl-BE",
        "klarna, FI, EUR, , sv-SE, sv-FI",
        "klarna, US, USD, , es-MX, es-US",
        "klarna, IE, EUR, , ga-IE, ",
        "klarna, DE, EUR, , , ",
        "paypal, DE, EUR, de_AT, , de-DE",
        "paypal, GB, GBP, en_GB, , en-GB",
        "paypal, US, USD, , en-GB, en-US",
        "paypal, US, USD, , zh-CN, zh-US",
        "paypal, ES, EUR, , ca-ES, ",
        "paypal, DE, EUR, , fr-FR, ",
        "sezzle, US, USD, , en-GB, en-US",
        "sezzle, CA, CAD, fr_FR, , fr-CA",
        "sezzle, US, USD, , de-DE, ",
        "mondu, DE, EUR, de_AT, en-US, de",
        "mondu, DE, EUR, , nl-BE, nl",
        "alma, FR, EUR, en_GB, fr-FR, en",
        "alma, FR, EUR, , pl-PL, fr",
        "tamara, SA, SAR, en, ar-SA, en_US",
        "tamara, SA, SAR, , ar, ar_SA",
        "tabby, AE, AED, en, ar-AE, en",
        "tabby, AE, AED, , ar-SA, ar"
    })
    void the_payments_locale_comes_first_then_the_browsers_as_the_provider_knows_them(
            String connector,
            String country,
            String currency,
            @Nullable String locale,
            @Nullable String browser,
            @Nullable String expected) {
        var authorization = AuthorizationExchange.of(connector);
        authorization.context().put("currency", currency);
        var terms = authorization.terms();
        ((ObjectNode) terms.at("/billing/address")).put("country", country).put("state", "CA");
        terms.remove("locale");
        terms.remove("browser_info");
        if (locale != null) {
            terms.put("locale", locale);
        }
        if (browser != null) {
            terms.putObject("browser_info").put("language", browser);
        }
        var sent =
                Connectors.all().stream()
                        .filter(one -> one.name().equals(connector))
                        .map(
                                one ->
                                        Exchanges.begin(
                                                one,
                                                authorization.file(),
                                                authorization.exchange()))
                        .map(step -> body(connector, step))
                        .findFirst()
                        .orElseThrow();

        assertThat(sent).isEqualTo(expected == null ? "" : expected);
    }

    private static String body(String connector, Step step) {
        var next = step;
        while (next instanceof Step.Call call && call.call().body() == null) {
            next = Exchanges.answered(call, Exchanges.JSON.readTree("{\"status\": 404}"));
        }
        assertThat(next).as("%s", next).isInstanceOf(Step.Call.class);
        return Exchanges.JSON
                .readTree(Objects.requireNonNull(((Step.Call) next).call().body()))
                .at(Objects.requireNonNull(PLACES.get(connector)))
                .asString("");
    }
}
