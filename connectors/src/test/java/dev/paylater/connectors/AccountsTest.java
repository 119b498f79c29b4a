package dev.paylater.connectors;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.BadAccount;
import dev.paylater.connector.kit.Fields;
import dev.paylater.connector.kit.HttpAnswer;
import dev.paylater.connector.kit.HttpCall;
import dev.paylater.connector.kit.Notice;
import dev.paylater.connector.kit.Notice.Reason;
import dev.paylater.connector.kit.Notification;
import dev.paylater.connector.kit.Secret;
import dev.paylater.connector.kit.UnreadableAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What connectors read from an account: addresses, logins, what their notifications prove. */
final class AccountsTest {

    /** The headers of a notification of PayPal. */
    private static final Map<String, String> PAYPAL =
            Map.of(
                    "paypal-auth-algo", "SHA256withRSA",
                    "paypal-cert-url", "https://api.paypal.com/v1/notifications/certs/CERT-1",
                    "paypal-transmission-id", "t",
                    "paypal-transmission-sig", "s",
                    "paypal-transmission-time", "1970-01-01T00:00:00Z");

    private static final String PAYMENT = "pay_01JABCDEFGHJKMNPQRSTVWXYZ0";

    /** HMAC-SHA256 with the key "secret", computed with openssl. */
    private static final String PAYOUT = "{\"topic\": \"payout/created\", \"order_uuid\": null}";

    /** Signed with the key "secret" by Python's hmac; expires 900 s after the epoch. */
    private static final String TOKEN =
            "eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9"
                    + ".eyJpc3MiOiJUYW1hcmEiLCJpYXQiOjAsImV4cCI6OTAwfQ"
                    + ".ntHtyGaCIEW4hIctwKWUJfGyE93UnLihBl_Zw0Ad420";

    private static final String WITHOUT_END =
            "eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJUYW1hcmEifQ"
                    + ".f3Zcx7wEXPZD9cmw1TY_-Tsj5terQ_FTNqmj9O8E5FM";

    /** HMAC-SHA512 with the key "secret" over "600." and the form, computed by Python's hmac. */
    private static final String CONFIRMED =
            "51cc5c10c04e0bd46b7e781f80cdc45ad7cc8890e2013b5b7b1f777b15d299a5"
                    + "d8ebee82636d7524dbdc32c217fee402b1d0b7ec71a53244c7a99ccf2adf22ae";

    /** Says of itself that it is not signed. */
    private static final String UNSIGNED =
            "eyJhbGciOiJub25lIn0.eyJleHAiOjkwMH0.QiV0O7s7BSXYd2wQXhnJKIOVXaZLYAojUs6aTNh9P_Y";

    @ParameterizedTest
    @CsvSource({
        "'', false, https://api.klarna.com",
        "-na, false, https://api-na.klarna.com",
        "-oc, true, https://api-oc.playground.klarna.com"
    })
    void klarnas_region_chooses_the_address(String region, boolean playground, String address) {
        var settings =
                Map.of("region", '"' + region + '"', "playground", String.valueOf(playground));

        assertThat(Connectors.of("klarna").baseUrl(account(Map.of(), settings)))
                .hasToString(address);
    }

    @Test
    void a_region_that_does_not_exist_is_the_accounts_fault() {
        var account = account(Map.of(), Map.of("region", "\".evil.example/\""));

        assertThatThrownBy(() -> Connectors.of("klarna").baseUrl(account))
                .isInstanceOf(BadAccount.class);
    }

    @Test
    void billies_token_is_got_by_the_clients_credentials() {
        var account = account(Map.of("client_id", "id", "client_secret", "s"), Map.of());
        var login = Objects.requireNonNull(Connectors.of("billie").login(account));

        assertThat(login.call())
                .isEqualTo(
                        HttpCall.of(HttpCall.Method.POST, "/api/v2/oauth/token")
                                .withJson(
                                        new HttpAnswer(
                                                        200,
                                                        Map.of(),
                                                        "{\"grant_type\":\"client_credentials\","
                                                            + "\"client_id\":\"id\",\"client_secret\":\"s\"}")
                                                .json()));
        var token =
                login.read()
                        .apply(
                                new HttpAnswer(
                                        200,
                                        Map.of(),
                                        "{\"access_token\": \"t\", \"expires_in\": 28800}"));
        assertThat(token.lifetime()).isEqualTo(Duration.ofHours(8));
        var call = login.attach().apply(HttpCall.of(HttpCall.Method.GET, "/x"), token.value());
        assertThat(call.headers()).containsEntry("Authorization", "Bearer t");
        assertThatThrownBy(() -> login.read().apply(new HttpAnswer(400, Map.of(), "{}")))
                .isInstanceOf(UnreadableAnswer.class);
    }

    @Test
    void billies_notification_needs_the_header_that_the_merchant_chose() {
        var body = "{\"event\": \"order_approved\", \"order_id\": \"" + PAYMENT + "_1\"}";
        var chosen = Map.of("webhook_header", "\"X-Mine\"");

        assertThat(read("billie", body, Map.of("x-webhook-secret", "secret"), Map.of()))
                .isEqualTo(Notice.Changed.genuine("order_approved:null:null:null", PAYMENT + "_1"))
                .isInstanceOfSatisfying(
                        Notice.Genuine.class,
                        genuine ->
                                assertThat(genuine.news())
                                        .containsExactly(new Notice.Changed(PAYMENT)));
        assertThat(read("billie", body, Map.of("x-mine", "secret"), Map.of()))
                .isEqualTo(new Notice.Rejected(Reason.FORGED));
        assertThat(read("billie", body, Map.of("x-mine", "secret"), chosen))
                .isInstanceOf(Notice.Genuine.class);
    }

    @Test
    void mondus_notification_of_a_payout_is_genuine_and_no_news() {
        var signed =
                Map.of(
                        "x-mondu-signature",
                        "13e582fb4f5e1accfa2999dc566644d514aae5e0b0e09fdfc1ca336ea9dabc87");

        assertThat(read("mondu", PAYOUT, signed, Map.of()))
                .isEqualTo(Notice.Changed.genuine("payout/created:null:null:null", null));
        assertThat(read("mondu", PAYOUT + " ", signed, Map.of()))
                .isEqualTo(new Notice.Rejected(Reason.FORGED));
    }

    @Test
    void affirms_notification_is_a_form_and_signed_with_the_time() {
        var confirmed =
                "checkout_token=P08NWT3Z84P58GZS&event=confirmed"
                        + "&event_timestamp=2026-01-02T03%3A04%3A05Z&order_id="
                        + PAYMENT
                        + "_1";
        var genuine =
                Notice.Changed.genuine(
                        "P08NWT3Z84P58GZS:confirmed:2026-01-02T03:04:05Z", PAYMENT + "_1");

        assertThat(affirm(confirmed, "t=600,v0=" + CONFIRMED, 600)).isEqualTo(genuine);
        assertThat(affirm(confirmed, "t=600,v0=" + CONFIRMED, 900)).isEqualTo(genuine);
        assertThat(affirm(confirmed, "t=600,v0=" + CONFIRMED, 901))
                .isEqualTo(new Notice.Rejected(Reason.STALE));
        for (var forged :
                List.of(
                        "t=601,v0=" + CONFIRMED,
                        "t=600,v1=" + CONFIRMED,
                        "t=600,v0=" + CONFIRMED.substring(64),
                        "")) {
            assertThat(affirm(confirmed, forged, 600))
                    .as(forged)
                    .isEqualTo(new Notice.Rejected(Reason.FORGED));
        }
        assertThat(affirm(confirmed.replace("Q", "R"), "t=600,v0=" + CONFIRMED, 600))
                .isEqualTo(new Notice.Rejected(Reason.FORGED));
    }

    private static Notice affirm(String body, String signature, long second) {
        return Connectors.of("affirm")
                .read(
                        new Notification(
                                Map.of("x-affirm-signature", signature),
                                Map.of(),
                                body.getBytes(UTF_8)),
                        account(Map.of(), Map.of()),
                        Instant.ofEpochSecond(second));
    }

    @ParameterizedTest
    @CsvSource({"'', https://api.tabby.ai", "sa, https://api.tabby.sa"})
    void tabbys_region_chooses_the_address(String region, String address) {
        var settings = Map.of("region", '"' + region + '"');

        assertThat(Connectors.of("tabby").baseUrl(account(Map.of(), settings)))
                .hasToString(address);
    }

    @Test
    void a_region_that_tabby_does_not_have_is_the_accounts_fault() {
        var account = account(Map.of(), Map.of("region", "\"ai.evil.example\""));

        assertThatThrownBy(() -> Connectors.of("tabby").baseUrl(account))
                .isInstanceOf(BadAccount.class);
    }

    /** A capture has the same status as the authorization before it, and is news all the same. */
    @Test
    void tabbys_notifications_are_told_apart_by_what_the_payment_has() {
        var authorized =
                """
                {"id": "t1", "status": "authorized", "order": {"reference_id": "%s_1"},
                 "captures": [], "refunds": []}\
                """
                        .formatted(PAYMENT);
        var captured = authorized.replace("\"captures\": []", "\"captures\": [{\"id\": \"c1\"}]");
        var chosen = Map.of("webhook_header", "\"X-Mine\"");
        var secret = Map.of("x-webhook-secret", "secret");

        assertThat(read("tabby", authorized, secret, Map.of()))
                .isEqualTo(Notice.Changed.genuine("t1:authorized:0:0", PAYMENT + "_1"));
        assertThat(read("tabby", captured, secret, Map.of()))
                .isEqualTo(Notice.Changed.genuine("t1:authorized:1:0", PAYMENT + "_1"));
        assertThat(read("tabby", authorized, Map.of("x-webhook-secret", "Secret"), Map.of()))
                .isEqualTo(new Notice.Rejected(Reason.FORGED));
        assertThat(read("tabby", authorized, Map.of("x-mine", "secret"), chosen))
                .isInstanceOf(Notice.Genuine.class);
        assertThat(read("tabby", authorized.substring(9), secret, Map.of()))
                .isEqualTo(new Notice.Rejected(Reason.UNREADABLE));
    }

    @Test
    void tamaras_token_proves_where_a_notification_comes_from_until_it_expires() {
        var approved =
                """
                {"order_id": "o1", "order_reference_id": "%s_1", "event_type": "order_approved",
                 "data": []}\
                """
                        .formatted(PAYMENT);
        var genuine =
                Notice.Changed.genuine("o1:order_approved:null:null:null:null", PAYMENT + "_1");

        assertThat(tamara(approved, bearer(TOKEN), Map.of(), 0)).isEqualTo(genuine);
        assertThat(tamara(approved, Map.of(), Map.of("tamaraToken", TOKEN), 0)).isEqualTo(genuine);
        assertThat(tamara(approved, bearer(TOKEN), Map.of(), 1_200)).isEqualTo(genuine);
        assertThat(tamara(approved, bearer(TOKEN), Map.of(), 1_201))
                .isEqualTo(new Notice.Rejected(Reason.STALE));
        assertThat(tamara(approved, bearer(WITHOUT_END), Map.of(), 1_201)).isEqualTo(genuine);
        var end = TOKEN.length() - 1;
        for (var forged :
                List.of(
                        TOKEN.substring(0, end) + "1",
                        TOKEN.substring(0, end),
                        TOKEN.replace(".eyJpc3MiO", ".eyJpc3MjO"),
                        UNSIGNED,
                        "",
                        "a.b")) {
            assertThat(tamara(approved, bearer(forged), Map.of(), 0))
                    .as(forged)
                    .isEqualTo(new Notice.Rejected(Reason.FORGED));
        }
        assertThat(tamara(approved, Map.of(), Map.of(), 0))
                .isEqualTo(new Notice.Rejected(Reason.FORGED));
        assertThat(tamara(approved, bearer("!.!.!"), Map.of(), 0))
                .isEqualTo(new Notice.Rejected(Reason.FORGED));
    }

    @Test
    void tamaras_notification_to_the_payments_own_address_says_a_status_instead_of_an_event() {
        var body =
                """
                {"order_id": "o1", "order_reference_id": "%s_1", "order_status": "fully_captured",
                 "data": {"capture_id": "k1"}}\
                """
                        .formatted(PAYMENT);

        assertThat(tamara(body, bearer(TOKEN), Map.of(), 0))
                .isEqualTo(
                        Notice.Changed.genuine(
                                "o1:null:fully_captured:k1:null:null", PAYMENT + "_1"));
    }

    @Test
    void paypal_is_asked_byte_by_byte_whether_an_event_is_its_own() {
        var event =
                """
                {"id": "WH-1", "event_type": "PAYMENT.CAPTURE.COMPLETED",
                 "resource": {"id": "2GG", "amount": {"value": "1.00"}, "custom_id": "%s_1"}}\
                """
                        .formatted(PAYMENT);

        var unproven = (Notice.Unproven) read("paypal", event, PAYPAL, Map.of());

        assertThat(unproven.call().path()).isEqualTo("/v1/notifications/verify-webhook-signature");
        assertThat(unproven.call().body())
                .isEqualTo(
                        """
                        {"webhook_id":"secret","auth_algo":"SHA256withRSA",\
                        "cert_url":"https://api.paypal.com/v1/notifications/certs/CERT-1",\
                        "transmission_id":"t","transmission_sig":"s",\
                        "transmission_time":"1970-01-01T00:00:00Z","webhook_event":%s}\
                        """
                                .formatted(event));
        assertThat(paypalSays(unproven, "SUCCESS"))
                .isEqualTo(Notice.Changed.genuine("WH-1", PAYMENT + "_1"));
        for (var no : List.of("FAILURE", "", "anything")) {
            assertThat(paypalSays(unproven, no)).isEqualTo(new Notice.Rejected(Reason.FORGED));
        }
    }

    @Test
    void paypals_event_about_an_order_names_it_in_its_unit() {
        var event =
                """
                {"id": "WH-2", "resource": {"purchase_units": [{"custom_id": "%s_1"}]}}\
                """
                        .formatted(PAYMENT);
        var unproven = (Notice.Unproven) read("paypal", event, PAYPAL, Map.of());

        assertThat(paypalSays(unproven, "SUCCESS"))
                .isEqualTo(Notice.Changed.genuine("WH-2", PAYMENT + "_1"));
    }

    @Test
    void what_paypal_need_not_be_asked_about_is_rejected_at_once() {
        for (var missing : PAYPAL.keySet()) {
            var headers = new HashMap<>(PAYPAL);
            headers.remove(missing);
            assertThat(read("paypal", "{\"id\": \"WH-1\"}", headers, Map.of()))
                    .as(missing)
                    .isEqualTo(new Notice.Rejected(Reason.FORGED));
        }
        for (var unreadable : List.of("{", "{}", "{\"id\": \"WH-1\"},\"x\": {}")) {
            assertThat(read("paypal", unreadable, PAYPAL, Map.of()))
                    .as(unreadable)
                    .isEqualTo(new Notice.Rejected(Reason.FORGED));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "cert-url, http://api.paypal.com/v1/notifications/certs/CERT-1, FORGED",
        "cert-url, https://paypal.com.evil.example/v1/notifications/certs/CERT-1, FORGED",
        "cert-url, https://evilpaypal.com/v1/notifications/certs/CERT-1, FORGED",
        "cert-url, https://api.paypal.com@evil.example/v1/notifications/certs/CERT-1, FORGED",
        "cert-url, https://api.paypal.com:8443/v1/notifications/certs/CERT-1, FORGED",
        "cert-url, https://api.paypal.com/v1/notifications/certs/../../oauth2/token, FORGED",
        "cert-url, https://api.paypal.com/v1/notifications/certs/, FORGED",
        "cert-url, https://api.paypal.com/v1/notifications/certs/CERT-1?x=y, FORGED",
        "cert-url, not a url, FORGED",
        "cert-url, mailto:api.paypal.com, FORGED",
        "auth-algo, none, FORGED",
        "auth-algo, MD5withRSA, FORGED",
        "transmission-time, yesterday, FORGED",
        "transmission-time, +999999999-12-31T23:59:59Z, STALE",
        "transmission-time, 1970-01-01T00:05:01Z, STALE",
        "transmission-time, 1969-12-28T23:59:59Z, STALE"
    })
    void paypal_is_not_asked_about_what_it_cannot_have_signed(
            String header, String value, Reason reason) {
        var headers = new HashMap<>(PAYPAL);
        headers.put("paypal-" + header, value);

        assertThat(read("paypal", "{\"id\": \"WH-1\"}", headers, Map.of()))
                .isEqualTo(new Notice.Rejected(reason));
    }

    /** PayPal tries again for three days. */
    @ParameterizedTest
    @CsvSource({
        "cert-url, https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1",
        "cert-url, https://api-m.paypal.com/v1/notifications/certs/CERT-1",
        "transmission-time, 1970-01-01T00:05:00Z",
        "transmission-time, 1969-12-29T00:00:00Z"
    })
    void paypal_is_asked_about_what_it_can_have_signed(String header, String value) {
        var headers = new HashMap<>(PAYPAL);
        headers.put("paypal-" + header, value);

        assertThat(read("paypal", "{\"id\": \"WH-1\"}", headers, Map.of()))
                .isInstanceOf(Notice.Unproven.class);
    }

    private static Notice paypalSays(Notice.Unproven unproven, String status) {
        var body = "{\"verification_status\": \"" + status + "\"}";
        return unproven.then().apply(new HttpAnswer(200, Map.of(), body));
    }

    private static Map<String, String> bearer(String token) {
        return Map.of("authorization", "Bearer " + token);
    }

    private static Notice tamara(
            String body, Map<String, String> headers, Map<String, String> query, long second) {
        return Connectors.of("tamara")
                .read(
                        new Notification(headers, query, body.getBytes(UTF_8)),
                        account(Map.of(), Map.of()),
                        Instant.ofEpochSecond(second));
    }

    /** Signed with the key "secret" by Python's hmac, at the epoch. */
    @ParameterizedTest
    @CsvSource({
        "{t}.{body}, 2c2d8795899c60dbfe0f75d01567ca59c093f0a0aba1a0274ecf02408cd93fbe",
        "{t}{body}, ac371cb67e5e2ea39e26ed285d43bb20a027f7fc6d185413c92bbc235bd7136d",
        "{body}, 34bbb4400ec9dee115fe136225e282508794df614ee513b1e8eefa84ca956c22"
    })
    void rivertys_signature_is_over_the_text_that_the_account_says(String text, String code) {
        var body =
                "{\"Header\": {\"MessageName\": \"AuthorizeAccepted\", \"MessageId\": \"m1\"},"
                        + " \"Body\": {\"OrderNumber\": \""
                        + PAYMENT
                        + "_1\"}}";
        var settings = Map.of("webhook_signed_text", '"' + text + '"');

        assertThat(read("riverty", body, riverty(0, code), settings))
                .isEqualTo(Notice.Changed.genuine("m1", PAYMENT + "_1"));
        assertThat(read("riverty", body + " ", riverty(0, code), settings))
                .isEqualTo(new Notice.Rejected(Reason.FORGED));
        assertThat(read("riverty", body, riverty(0, code), Map.of()))
                .isEqualTo(
                        text.equals("{t}.{body}")
                                ? Notice.Changed.genuine("m1", PAYMENT + "_1")
                                : new Notice.Rejected(Reason.FORGED));
        if (text.equals("{body}")) {
            assertThat(read("riverty", body, riverty(301, code), settings))
                    .isEqualTo(new Notice.Rejected(Reason.STALE));
        }
    }

    private static Map<String, String> riverty(int second, String code) {
        return Map.of("riverty-signature", "t=" + second + ",v1=" + code);
    }

    private static Notice read(
            String connector,
            String body,
            Map<String, String> headers,
            Map<String, String> settings) {
        return Connectors.of(connector)
                .read(
                        new Notification(headers, Map.of(), body.getBytes(UTF_8)),
                        account(Map.of(), settings),
                        Instant.EPOCH);
    }

    private static Account account(Map<String, String> credentials, Map<String, String> settings) {
        var secrets = new HashMap<String, Secret>();
        credentials.forEach((name, value) -> secrets.put(name, new Secret(value)));
        return new Account(
                "mca_1",
                "merchant_1",
                "any",
                null,
                secrets,
                new Secret("secret"),
                new Fields(settings));
    }
}
