package dev.paylater.connector.kit;

import static dev.paylater.connector.kit.Contexts.answer;
import static dev.paylater.connector.kit.Contexts.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Capabilities.Idempotency;
import dev.paylater.provider.ProviderResult;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class ConnectorTest {

    private static final Api API =
            new Api("/v1", Authentication.header("X-Token", "token"), Errors.at("/code"));
    private static final Context CAPTURE = Contexts.of(Operation.CAPTURE);
    private static final Map<String, String> FORGETFUL = Map.of("repeats_keys", "false");
    private static final Rule NOTHING = Rule.done(ProviderResult.notFound());
    private static final Set<Feature> USUAL =
            Set.of(
                    Feature.PARTIAL_CAPTURE,
                    Feature.MULTIPLE_CAPTURE,
                    Feature.PHONE,
                    Feature.KNOWS_CANCELLATION);

    @Test
    void without_a_key_only_not_found_lets_an_operation_go_on() {
        var row =
                new Operations(API, Idempotency.INQUIRE_FIRST)
                        .on(
                                Operation.CAPTURE,
                                API.post("/captures").done(),
                                API.get("/captures").inquires(Reading.success()));
        var connector = Connector.of(new OneRow(row));

        var inquiry = call(connector.perform(CAPTURE, false));
        assertThat(inquiry.call()).hasToString("GET /v1/captures");
        assertThat(call(inquiry.then().apply(answer(404, ""))).call())
                .hasToString("POST /v1/captures");
        assertThat(inquiry.then().apply(answer(200, "{}")))
                .isEqualTo(Step.done(ProviderResult.approved(2000)));
        assertThat(connector.perform(Contexts.of(Operation.REFUND), false))
                .isEqualTo(Step.done(ProviderResult.invalid("one does not support refund")));
        assertThat(connector.inquire(Contexts.of(Operation.REFUND)))
                .isEqualTo(Step.done(ProviderResult.notFound()));
    }

    @Test
    void what_nothing_shows_is_done_once_and_then_only_inquired_about() {
        var row =
                new Operations(API, Idempotency.ONCE)
                        .on(
                                Operation.CAPTURE,
                                API.post("/captures").done(),
                                API.get("/captures").inquires(Reading.success()));
        var connector = Connector.of(new OneRow(row));

        assertThat(call(connector.perform(CAPTURE, false)).call()).hasToString("POST /v1/captures");
        var again = call(connector.perform(CAPTURE, true));
        assertThat(again.call()).hasToString("GET /v1/captures");
        assertThat(again.then().apply(answer(404, "")))
                .isEqualTo(Step.done(ProviderResult.notFound()));
    }

    @Test
    void a_second_capture_at_a_provider_that_makes_one_is_refused_without_a_call() {
        var row =
                new Operations(API, Idempotency.INQUIRE_FIRST)
                        .on(
                                Operation.CAPTURE,
                                API.post("/captures").done(),
                                API.get("/captures").inquires(Reading.success()));
        var once =
                Connector.of(
                        new OneRow(
                                row,
                                Profile.of("one", "https://one.example")
                                        .without(Feature.MULTIPLE_CAPTURE)));
        var second = CAPTURE.withCapturedAmount(1000);
        var first = CAPTURE.withCapturedAmount(0);

        assertThat(Contexts.result(once.perform(second, false)))
                .isEqualTo(ProviderResult.invalid("one captures a payment once"));
        assertThat(call(once.perform(first, false)).call()).hasToString("GET /v1/captures");
        assertThat(call(once.perform(second, true)).call()).hasToString("GET /v1/captures");
        assertThat(call(Connector.of(new OneRow(row)).perform(second, false)).call())
                .hasToString("GET /v1/captures");
    }

    @ParameterizedTest
    @EnumSource(names = {"KEY", "HARMLESS"})
    void with_a_key_or_without_harm_an_operation_is_simply_retried(Idempotency idempotency) {
        var row =
                new Operations(API, idempotency)
                        .on(Operation.CAPTURE, API.post("/captures").done(), NOTHING);
        var connector = Connector.of(new OneRow(row));

        assertThat(call(connector.perform(CAPTURE, false)).call()).hasToString("POST /v1/captures");
        assertThat(call(connector.perform(CAPTURE, true)).call()).hasToString("POST /v1/captures");
    }

    @Test
    void an_account_whose_provider_forgets_keys_is_inquired_about_before_a_retry() {
        var row =
                new Operations(API, Idempotency.KEY)
                        .on(
                                Operation.CAPTURE,
                                API.post("/captures").done(),
                                API.get("/captures").inquires(Reading.success()))
                        .on(Operation.VOID, Idempotency.HARMLESS, NOTHING, NOTHING);
        var connector = Connector.of(new OneRow(row));
        var account = Contexts.account(Map.of("token", new Secret("t")), null, FORGETFUL);
        var capture = CAPTURE.withAccount(account);

        assertThat(call(connector.perform(capture, false)).call()).hasToString("POST /v1/captures");
        var again = call(connector.perform(capture, true));
        assertThat(again.call()).hasToString("GET /v1/captures");
        assertThat(again.then().apply(answer(200, "{}")))
                .isEqualTo(Step.done(ProviderResult.approved(2000)));
        assertThat(call(again.then().apply(answer(404, ""))).call())
                .hasToString("POST /v1/captures");
        assertThat(connector.needsLease(capture)).isTrue();
        assertThat(connector.needsLease(CAPTURE)).isFalse();
        assertThat(connector.needsLease(Contexts.of(Operation.VOID).withAccount(account)))
                .isFalse();
        assertThat(connector.needsLease(Contexts.of(Operation.REFUND))).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = {"INQUIRE_FIRST", "ONCE"})
    void what_no_key_protects_is_done_by_one_delivery_at_a_time(Idempotency idempotency) {
        var row = new Operations(API, idempotency).on(Operation.CAPTURE, NOTHING, NOTHING);

        assertThat(Connector.of(new OneRow(row)).needsLease(CAPTURE)).isTrue();
    }

    @Test
    void a_completion_is_inquired_about_like_the_authorization_unless_it_has_its_own_inquiry() {
        var authorize = API.get("/orders").inquires(Reading.success());
        var complete = API.get("/sessions").inquires(Reading.success());
        var completion = Contexts.of(Operation.COMPLETE_AUTHORIZE);
        var without =
                new Operations(API, Idempotency.KEY).on(Operation.AUTHORIZE, NOTHING, authorize);
        var with =
                new Operations(API, Idempotency.KEY)
                        .on(Operation.AUTHORIZE, NOTHING, authorize)
                        .on(Operation.COMPLETE_AUTHORIZE, NOTHING, complete);

        assertThat(call(Connector.of(new OneRow(without)).inquire(completion)).call())
                .hasToString("GET /v1/orders");
        assertThat(call(Connector.of(new OneRow(with)).inquire(completion)).call())
                .hasToString("GET /v1/sessions");
        assertThat(Connector.of(new OneRow(without)).inquire(CAPTURE))
                .as("of an operation that the provider does not have")
                .isEqualTo(Step.done(ProviderResult.notFound()));
    }

    @Test
    void an_authorization_under_a_mandate_is_another_request_retried_in_its_own_way() {
        var row =
                new Operations(API, Idempotency.KEY)
                        .on(
                                Operation.AUTHORIZE,
                                Idempotency.HARMLESS,
                                API.post("/sessions").done(),
                                NOTHING)
                        .underMandate(
                                API.post("/customers/{mandate}/orders").done(),
                                API.get("/orders").inquires(Reading.success()));
        var connector = Connector.of(new OneRow(row));
        var account = Contexts.account(Map.of("token", new Secret("t")), null, FORGETFUL);
        var usual = Contexts.of(Operation.AUTHORIZE).withAccount(account);
        var under = usual.withMandateId("m/1");

        assertThat(connector.capabilities().features())
                .contains(Feature.MANDATES, Feature.AUTHORIZES_BY_SESSION);
        assertThat(call(connector.perform(usual, true)).call()).hasToString("POST /v1/sessions");
        assertThat(call(connector.perform(under, false)).call())
                .hasToString("POST /v1/customers/m%2F1/orders");
        assertThat(call(connector.perform(under, true)).call()).hasToString("GET /v1/orders");
        assertThat(call(connector.inquire(under)).call()).hasToString("GET /v1/orders");
        assertThat(connector.needsLease(usual)).isFalse();
        assertThat(connector.needsLease(under)).isTrue();
        assertThat(connector.perform(under.withOperation(Operation.CAPTURE), false))
                .isEqualTo(Step.done(ProviderResult.invalid("one does not support capture")));
        var retried = Connector.of(new OneRow(row.allRetried(Idempotency.INQUIRE_FIRST)));
        assertThat(call(retried.perform(under, false)).call()).hasToString("GET /v1/orders");
    }

    @ParameterizedTest
    @CsvSource({
        "COMPLETE_AUTHORIZE, REDIRECT",
        "VOID, VOID",
        "RELEASE, RELEASE",
        "INCREMENT, INCREMENTAL_AUTHORIZATION",
        "AUTHENTICATE, EXTERNAL_THREE_DS",
        "APPROVE, MANUAL_REVIEW"
    })
    void an_operation_is_a_feature(Operation operation, Feature feature) {
        assertThat(new Operations(API, Idempotency.KEY).on(operation, NOTHING, NOTHING).features())
                .containsExactly(feature);
    }

    @ParameterizedTest
    @CsvSource({
        "AUTHORIZE, KEY,",
        "AUTHORIZE, INQUIRE_FIRST,",
        "AUTHORIZE, ONCE,",
        "AUTHORIZE, HARMLESS, AUTHORIZES_BY_SESSION",
        "CAPTURE, HARMLESS,",
        "REFUND, KEY, REFUND_INQUIRY",
        "REFUND, INQUIRE_FIRST, REFUND_INQUIRY",
        "REFUND, HARMLESS, REFUND_INQUIRY",
        "REFUND, ONCE,"
    })
    void how_an_operation_is_retried_is_a_feature(
            Operation operation, Idempotency idempotency, @Nullable Feature feature) {
        assertThat(
                        new Operations(API, Idempotency.KEY)
                                .on(operation, idempotency, NOTHING, NOTHING)
                                .features())
                .isEqualTo(feature == null ? Set.of() : Set.of(feature));
    }

    @Test
    void a_connector_can_do_what_it_declares_and_what_its_operations_say() {
        var operations =
                new Operations(API, Idempotency.KEY)
                        .on(Operation.CAPTURE, NOTHING, NOTHING)
                        .on(Operation.REFUND, Idempotency.ONCE, NOTHING, NOTHING)
                        .on(Operation.VOID, NOTHING, NOTHING);
        var profile =
                Profile.of("one", "https://one.example")
                        .market("EUR", "DE")
                        .market("SEK", "SE")
                        .paymentMethodTypes(Set.of("klarna"))
                        .features(Feature.B2B, Feature.WEBHOOKS)
                        .without(Feature.MULTIPLE_CAPTURE);
        var connector = Connector.of(new OneRow(operations, profile));

        assertThat(connector.name()).isEqualTo("one");
        assertThat(connector.capabilities())
                .isEqualTo(
                        new Capabilities(
                                Set.of("EUR", "SEK"),
                                Set.of("DE", "SE"),
                                Set.of(new Market("DE", "EUR"), new Market("SE", "SEK")),
                                Set.of("klarna"),
                                Set.of("automatic", "manual", "scheduled", "sequential_automatic"),
                                Set.of(
                                        Feature.PARTIAL_CAPTURE,
                                        Feature.PHONE,
                                        Feature.KNOWS_CANCELLATION,
                                        Feature.B2B,
                                        Feature.WEBHOOKS,
                                        Feature.VOID,
                                        Feature.DIRECT_SETTLEMENT),
                                Map.of(
                                        Operation.CAPTURE, Idempotency.KEY,
                                        Operation.REFUND, Idempotency.ONCE,
                                        Operation.VOID, Idempotency.KEY)));
        assertThat(connector.capabilities().has(Operation.VOID)).isTrue();
        assertThat(connector.capabilities().has(Operation.RELEASE)).isFalse();
        assertThat(Feature.INCREMENTAL_AUTHORIZATION.wireName())
                .isEqualTo("incremental_authorization");
    }

    @Test
    void nearly_every_provider_captures_and_refunds_in_parts_and_is_sent_the_phone_number() {
        assertThat(Profile.of("one", "https://one.example"))
                .extracting(Profile::features, Profile::currencies, Profile::countries)
                .containsExactly(USUAL, Set.of(), Set.of());
    }

    @Test
    void an_accounts_own_address_comes_before_the_live_one() {
        var connector = Connector.of(new OneRow(new Operations(API, Idempotency.KEY)));
        var account = Contexts.ACCOUNT;
        var own =
                new Account(
                        account.id(),
                        account.merchantId(),
                        account.connector(),
                        URI.create("https://own.example"),
                        account.credentials(),
                        account.webhookSecret(),
                        account.settings());

        assertThat(connector.baseUrl(account)).isEqualTo(URI.create("https://one.example"));
        assertThat(connector.baseUrl(own)).isEqualTo(URI.create("https://own.example"));
    }

    @Test
    void a_login_is_needed_where_the_credentials_are_not_enough() {
        var login = Authentication.clientCredentials("/token", "token", "token");
        var api = new Api("/v1", login, Errors.at("/code"));

        assertThat(login(API)).isNull();
        assertThat(login(api)).extracting(Login::call).hasToString("POST /token");
    }

    @Test
    void a_notification_is_verified_before_it_is_read() {
        var connector = Connector.of(new OneRow(new Operations(API, Idempotency.KEY)));
        var unsigned = new Notification(Map.of(), Map.of(), new byte[0]);

        assertThat(connector.read(unsigned, Contexts.ACCOUNT, Instant.EPOCH))
                .isEqualTo(new Notice.Rejected(Notice.Reason.FORGED));
    }

    private static @Nullable Login login(Api api) {
        return Connector.of(new OneRow(new Operations(api, Idempotency.KEY)))
                .login(Contexts.ACCOUNT);
    }

    private record OneRow(Operations operations, Profile profile) implements Provider {

        OneRow(Operations operations) {
            this(operations, Profile.of("one", "https://one.example"));
        }

        @Override
        public Webhooks webhooks() {
            return new Webhooks(
                    Verifications.hmac("X"), (_, _) -> Notice.Changed.genuine("1", null));
        }
    }
}
