package dev.paylater.connectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Market;
import dev.paylater.connector.kit.Step;
import dev.paylater.provider.ProviderResult.Status;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** In which country a provider sells in which currency, by docs/makers/connector-witnesses.md. */
final class MarketsTest {

    static Stream<String> connectors() {
        return Connectors.all().stream().map(Connector::name);
    }

    @ParameterizedTest
    @CsvSource({
        "klarna, AT/EUR AU/AUD BE/EUR CA/CAD CH/CHF CZ/CZK DE/EUR DK/DKK ES/EUR FI/EUR FR/EUR"
                + " GB/GBP GR/EUR HU/HUF IE/EUR IT/EUR MX/MXN NL/EUR NO/NOK NZ/NZD PL/PLN PT/EUR"
                + " RO/RON SE/SEK SK/EUR US/USD",
        "affirm, CA/CAD GB/GBP US/USD",
        "afterpay_clearpay, AU/AUD CA/CAD GB/GBP NZ/NZD US/USD",
        "paypal, AU/AUD DE/EUR ES/EUR FR/EUR GB/GBP US/USD",
        "riverty, AT/EUR BE/EUR CH/CHF DE/EUR DK/DKK FI/EUR NL/EUR NO/NOK SE/SEK",
        "tabby, AE/AED KW/KWD SA/SAR",
        "tamara, AE/AED BH/BHD KW/KWD OM/OMR SA/SAR"
    })
    void a_country_is_sold_to_in_its_own_currency(String connector, String markets) {
        assertThat(
                        connector(connector).capabilities().markets().stream()
                                .map(Market::wireName)
                                .sorted()
                                .toList())
                .isEqualTo(Arrays.asList(markets.split(" ")));
    }

    @ParameterizedTest
    @MethodSource("connectors")
    void who_declares_markets_declares_all_countries_and_currencies_by_them(String connector) {
        var can = connector(connector).capabilities();
        if (can.markets().isEmpty()) {
            return;
        }
        assertThat(can.markets().stream().map(Market::country).collect(Collectors.toSet()))
                .isEqualTo(can.countries());
        assertThat(can.markets().stream().map(Market::currency).collect(Collectors.toSet()))
                .isEqualTo(can.currencies());
    }

    /** What an account is not set up for is no decline of the customer. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "klarna | 400 | {'error_code': 'BAD_VALUE', 'error_messages': ['Bad value:"
                        + " purchase_currency'], 'correlation_id': 'c'} | UNAUTHORIZED",
                "klarna | 400 | {'error_code': 'BAD_VALUE', 'error_messages': ['Bad value:"
                        + " purchase_country'], 'correlation_id': 'c'} | UNAUTHORIZED",
                "klarna | 400 | {'error_code': 'BAD_VALUE', 'error_messages': ['Bad value:"
                        + " billing_address.email'], 'correlation_id': 'c'} | DECLINED",
                "afterpay_clearpay | 422 | {'errorCode': 'unsupported_currency', 'errorId': 'e',"
                        + " 'message': 'm', 'httpStatusCode': 422} | UNAUTHORIZED",
                "afterpay_clearpay | 422 | {'errorCode': 'invalid_object', 'errorId': 'e',"
                        + " 'message': 'm', 'httpStatusCode': 422} | DECLINED",
                "tamara | 400 | {'message': 'm', 'errors': [{'error_code':"
                        + " 'currency_unsupported'}]} | UNAUTHORIZED",
                "tamara | 400 | {'message': 'm', 'errors': [{'error_code':"
                        + " 'consumer_invalid_phone_number'}]} | DECLINED"
            })
    void a_refusal_of_the_accounts_set_up_leads_on_and_one_of_the_customer_does_not(
            String name, int status, String body, Status expected) {
        var authorization = AuthorizationExchange.of(name);
        var step = Exchanges.begin(connector(name), authorization.file(), authorization.exchange());
        assertThat(step).isInstanceOf(Step.Call.class);

        var answered = Exchanges.answered((Step.Call) step, answer(status, body));

        assertThat(answered).isInstanceOf(Step.Done.class);
        assertThat(((Step.Done) answered).result().status()).isEqualTo(expected);
    }

    private static JsonNode answer(int status, String body) {
        return Exchanges.JSON.readTree(
                "{\"status\": %s, \"body\": %s}".formatted(status, body.replace('\'', '"')));
    }

    private static Connector connector(String name) {
        return Connectors.all().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
