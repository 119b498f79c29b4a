package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.form.OpenApi;
import dev.paylater.api.key.KeyKind;
import dev.paylater.options.PaymentOption;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Who may send which class of fields: where only a secret or only an admin key gets past the gate
 * (AuthorizationMatrixTest), every field is a server's or an administrator's. What a customer's
 * client or a stranger may send stands here, by hand from the interface; an endpoint that they can
 * call and a field that it takes fail without a row.
 */
class FieldClassMatrixTest {

    private static final RunningApi API = RunningApi.shared();
    private static final OpenApi DESCRIPTION = new OpenApi();

    /** Fields of the body that a publishable key may set; the others of it are the server's. */
    private static final Map<String, Set<String>> CLIENT =
            Map.of(
                    "GET /payments/{paymentId}",
                    Set.of(
                            "client_secret",
                            "merchant_id",
                            "force_sync",
                            "expand_captures",
                            "expand_attempts"),
                    "POST /payments/{paymentId}/confirm",
                    Set.of(
                            "client_secret",
                            "payment_method",
                            "payment_method_type",
                            "payment_method_data",
                            "billing",
                            "shipping",
                            "email",
                            "phone",
                            "name",
                            "browser_info",
                            "customer_acceptance",
                            "locale",
                            "payment_experience",
                            "payment_type",
                            "setup_future_usage",
                            "return_url"),
                    "POST /payments/{paymentId}/complete_authorize",
                    Set.of("client_secret", "shipping"),
                    "POST /{paymentId}/complete_authorize",
                    Set.of("client_secret", "shipping"),
                    "POST /payments/{paymentId}/3ds/authentication",
                    Set.of(
                            "client_secret",
                            "device_channel",
                            "threeds_method_comp_ind",
                            "sdk_information"),
                    "POST /payments/session_tokens",
                    Set.of("client_secret", "payment_id", "wallets", "merchant_connector_details"),
                    "GET /payment_link/{linkId}",
                    Set.of("client_secret"),
                    "GET /customers/{customerId}/payment_methods",
                    Set.of(),
                    "GET /payments/{paymentId}/payment_methods",
                    Set.of(),
                    "GET /payment_methods",
                    Set.of());

    /** What takes a body from whoever has no key: a page's form, a return, a notification. */
    private static final Set<String> STRANGERS =
            Set.of(
                    "POST /console/sign_in",
                    "POST /pay/{merchantId}/{linkId}",
                    "POST /pay/secure/{merchantId}/{linkId}",
                    "POST /payments/{paymentId}/{merchantId}/redirect/response/{connector}",
                    "POST /webhooks/{merchantId}/{connector}");

    /** The only body that has fields of both. */
    private static final String CONFIRM = "POST /payments/{paymentId}/confirm";

    private static Stream<Endpoint> endpoints() {
        return Endpoint.of(API);
    }

    private static boolean isForClients(Endpoint endpoint) {
        return endpoint.kinds().contains(KeyKind.PUBLISHABLE);
    }

    @Test
    void every_endpoint_that_a_client_or_a_stranger_can_send_a_body_to_has_a_row() {
        assertThat(endpoints().filter(FieldClassMatrixTest::isForClients).map(Endpoint::name))
                .containsExactlyInAnyOrderElementsOf(CLIENT.keySet());
        assertThat(
                        endpoints()
                                .filter(endpoint -> endpoint.kinds().isEmpty())
                                .filter(endpoint -> !endpoint.verb().equals("GET"))
                                .map(Endpoint::name))
                .containsExactlyInAnyOrderElementsOf(STRANGERS);
    }

    static Stream<String> clientCalls() {
        return CLIENT.keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("clientCalls")
    void every_field_of_a_body_has_a_class(String name) {
        var fields = fieldsOf(name);
        var clients = Objects.requireNonNull(CLIENT.get(name));
        if (name.equals(CONFIRM)) {
            assertThat(fields).containsAll(clients).hasSizeGreaterThan(clients.size());
        } else {
            assertThat(fields).isEqualTo(new TreeSet<>(clients));
        }
    }

    /** Which the gate holds clients to; PaymentApiTest tries each. */
    @Test
    void the_option_table_gives_clients_these_fields_and_no_others() {
        var given =
                Arrays.stream(PaymentOption.values())
                        .filter(PaymentOption::isInPayment)
                        .filter(
                                option ->
                                        switch (option.setBy()) {
                                            case BROWSER, BROWSER_WHERE_UNSET -> true;
                                            case MERCHANT, MERCHANT_AND_PAGE -> false;
                                        })
                        .map(PaymentOption::fieldName)
                        .collect(Collectors.toSet());
        assertThat(given).isEqualTo(CLIENT.get(CONFIRM));
    }

    private static Set<String> fieldsOf(String name) {
        for (var path : DESCRIPTION.document().required("paths").properties()) {
            for (var operation : path.getValue().properties()) {
                var described = operation.getKey().toUpperCase(Locale.ROOT);
                if (same(described + " " + path.getKey(), name)) {
                    var body =
                            operation
                                    .getValue()
                                    .at("/requestBody/content/application~1json/schema");
                    return new TreeSet<>(
                            DESCRIPTION.resolve(body).path("properties").propertyNames());
                }
            }
        }
        throw new AssertionError(name + " is not described");
    }

    private static boolean same(String one, String other) {
        return one.replaceAll("\\{\\w+}", "{}").equals(other.replaceAll("\\{\\w+}", "{}"));
    }
}
