package dev.paylater.connector.kit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.connector.kit.Notice.Reason;
import dev.paylater.connector.kit.Webhooks.Verification;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The signatures were made with OpenSSL and the secret {@code secret}. */
final class VerificationsTest {

    private static final Instant SENT = Instant.parse("2026-01-02T03:04:05Z");
    private static final String STAMP = "1767323045";
    private static final String BODY = "{\"id\":1}";
    private static final String URL = "https://pay.example/hook";
    private static final Secret SECRET = new Secret("secret");
    private static final Secret OTHER = new Secret("Secret");

    private static final String OF_BODY =
            "03def589620c813f198fd03d7967e292b163ef0435ebf43071ce0e9519763cb7";
    private static final String OF_STAMPED =
            "c2a9bf3e39c8b7f0ad692d3e9660e64baf8bf8b9da985a1ae865df5201f13354";
    private static final String OF_ADDRESSED =
            "4877dd522f311cd06d7c3d22b2bf6b0c47a8fca4819a10cb45d8f5e200a70866";
    private static final String OF_ADDRESSED_BASE64 =
            "SHfdUi8xHNBtfD0isr9rDEeo/KSBmhDLRdj14gCnCGY=";
    private static final String OF_OTHER_ADDRESS = "INbGDu61X1Bvd76/VydMnTIXYZjQ8bLzSlOTpW73ad8=";

    private static final String HEAD = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.";
    private static final String EXPIRING =
            HEAD + "eyJleHAiOjE3NjczMjMwNDV9.RjUx_-T_DkMrqI4konqp4VHXzcUIWUIfm2jA-1rLjpY";
    private static final String ENDLESS =
            HEAD + "eyJpc3MiOiJwIn0.-sX9cXCoB6E5i27Dl1vWOUHeZIqL5S2yoLn64IXltQg";
    private static final String UNSIGNED_ALGORITHM =
            "eyJhbGciOiJub25lIn0.eyJpc3MiOiJwIn0.mx32PP3VdFEJ71YlIUYC2tbytei15YGZebGkOe1I8BA";

    private static final String PROOF_OF_PAY_1 =
            "5ef60b7521f4e35da1fad099b602fb40fc9ecfecb65cc0e19d2404022e0f2072";

    @Test
    void an_hmac_of_the_body_proves_it() {
        var verification = Verifications.hmac("X-Signature");

        assertThat(check(verification, headers("x-signature", OF_BODY))).isNull();
        assertThat(check(verification, headers("x-signature", OF_STAMPED)))
                .isEqualTo(Reason.FORGED);
        assertThat(check(verification, headers("signature", OF_BODY))).isEqualTo(Reason.FORGED);
        assertThat(check(verification, headers("x-signature", OF_BODY), OTHER, SENT))
                .isEqualTo(Reason.FORGED);
    }

    @Test
    void an_hmac_without_a_time_is_never_stale() {
        assertThat(
                        check(
                                Verifications.hmac("X-Signature"),
                                headers("x-signature", OF_BODY),
                                SECRET,
                                SENT.plus(Duration.ofDays(365))))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({"0,", "300,", "301, STALE", "-300,", "-301, STALE"})
    void a_stamped_hmac_is_good_for_five_minutes_to_the_second(
            int secondsLater, @Nullable Reason reason) {
        var given = headers("sig", "t=" + STAMP + ",v1=" + OF_STAMPED);

        assertThat(
                        check(
                                Verifications.stampedHmac("Sig"),
                                given,
                                SECRET,
                                SENT.plusSeconds(secondsLater)))
                .isEqualTo(reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                OF_STAMPED,
                "v1=" + OF_STAMPED,
                "t=" + STAMP + ",v1=" + OF_BODY,
                "t=1767323046,v1=" + OF_STAMPED,
                "t=" + STAMP + ",v0=" + OF_STAMPED,
                "t=9999999999999,v1=" + OF_STAMPED,
                "t=" + STAMP + ",v1=" + OF_STAMPED + ",v1=" + OF_STAMPED
            })
    void a_stamped_hmac_that_is_not_exactly_one_is_forged(String given) {
        assertThat(check(Verifications.stampedHmac("Sig"), headers("sig", given)))
                .isEqualTo(Reason.FORGED);
    }

    @Test
    void a_stamped_hmac_is_required_and_needs_the_accounts_secret() {
        var verification = Verifications.stampedHmac("Sig");
        var given = headers("sig", "t=" + STAMP + ",v1=" + OF_STAMPED);

        assertThat(check(verification, Map.of())).isEqualTo(Reason.FORGED);
        assertThat(check(verification, given, OTHER, SENT)).isEqualTo(Reason.FORGED);
        assertThat(check(verification, given, OTHER, SENT.plusSeconds(301)))
                .as("a forged one says nothing about its age")
                .isEqualTo(Reason.FORGED);
    }

    @ParameterizedTest
    @CsvSource({
        "true, " + OF_ADDRESSED + ",",
        "true, " + OF_ADDRESSED_BASE64 + ", FORGED",
        "false, " + OF_ADDRESSED_BASE64 + ",",
        "false, " + OF_ADDRESSED + ", FORGED",
        "false, " + OF_OTHER_ADDRESS + ", FORGED"
    })
    void address_time_and_body_are_signed_in_hex_or_base64(
            boolean hex, String signature, @Nullable Reason reason) {
        assertThat(check(addressed(hex, null), Map.of("sig", signature, "at", STAMP)))
                .isEqualTo(reason);
    }

    @Test
    void the_account_says_which_address_is_signed() {
        var verification = addressed(false, "https://other.example/hook");

        assertThat(check(verification, Map.of("sig", OF_OTHER_ADDRESS, "at", STAMP))).isNull();
        assertThat(check(verification, Map.of("sig", OF_ADDRESSED_BASE64, "at", STAMP)))
                .isEqualTo(Reason.FORGED);
    }

    @Test
    void signature_and_time_are_required_of_an_addressed_hmac_and_the_time_is_signed() {
        var verification = addressed(true, null);

        assertThat(check(verification, headers("sig", OF_ADDRESSED))).isEqualTo(Reason.FORGED);
        assertThat(check(verification, headers("at", STAMP))).isEqualTo(Reason.FORGED);
        assertThat(check(verification, Map.of("sig", OF_ADDRESSED, "at", "1767323046")))
                .isEqualTo(Reason.FORGED);
        assertThat(check(verification, Map.of("sig", OF_ADDRESSED, "at", STAMP), OTHER, SENT))
                .isEqualTo(Reason.FORGED);
    }

    @ParameterizedTest
    @CsvSource({"300,", "301, STALE"})
    void an_addressed_hmac_is_good_for_five_minutes(int secondsLater, @Nullable Reason reason) {
        var given = Map.of("sig", OF_ADDRESSED, "at", STAMP);

        assertThat(check(addressed(true, null), given, SECRET, SENT.plusSeconds(secondsLater)))
                .isEqualTo(reason);
    }

    @ParameterizedTest
    @CsvSource({
        "Bearer " + ENDLESS + ",, ",
        ENDLESS + ",, ",
        ", " + ENDLESS + ", ",
        ", , FORGED",
        ", " + HEAD + "eyJpc3MiOiJwIn0, FORGED",
        ", " + ENDLESS + "., FORGED",
        ", " + UNSIGNED_ALGORITHM + ", FORGED",
        ", " + HEAD + "eyJleHAiOjE3NjczMjMwNDV9." + OF_BODY + ", FORGED"
    })
    void a_token_is_a_bearer_token_or_a_parameter_and_signed_with_the_secret(
            @Nullable String bearer, @Nullable String parameter, @Nullable Reason reason) {
        Map<String, String> headers = bearer == null ? Map.of() : headers("authorization", bearer);
        Map<String, String> query = parameter == null ? Map.of() : Map.of("token", parameter);

        assertThat(token(headers, query, SENT)).isEqualTo(reason);
    }

    @Test
    void a_token_that_is_no_base64_cannot_be_read() {
        assertThatThrownBy(() -> token(Map.of(), Map.of("token", "?.y.z"), SENT))
                .isInstanceOf(UnreadableAnswer.class);
    }

    @ParameterizedTest
    @CsvSource({"0,", "300,", "301, STALE", "-100000,"})
    void a_token_is_good_until_five_minutes_after_it_expires(
            int secondsLater, @Nullable Reason reason) {
        assertThat(token(Map.of(), Map.of("token", EXPIRING), SENT.plusSeconds(secondsLater)))
                .isEqualTo(reason);
    }

    @Test
    void a_token_that_does_not_say_when_it_expires_does_not_expire() {
        assertThat(token(Map.of(), Map.of("token", ENDLESS), SENT.plus(Duration.ofDays(365))))
                .isNull();
    }

    @Test
    void a_shared_header_is_the_secret_itself() {
        var verification = Verifications.sharedHeader(account -> "X-" + account.connector());

        assertThat(check(verification, headers("x-any", "secret"))).isNull();
        assertThat(check(verification, headers("x-any", "secre"))).isEqualTo(Reason.FORGED);
        assertThat(check(verification, headers("x-any", ""))).isEqualTo(Reason.FORGED);
        assertThat(check(verification, headers("x-other", "secret"))).isEqualTo(Reason.FORGED);
    }

    @Test
    void the_address_of_a_payment_carries_the_proof_that_its_notifications_bring() {
        assertThat(Verifications.provenAddress(Contexts.of(Operation.AUTHORIZE)))
                .isEqualTo("https://pay.example/hook?payment_id=pay_1&proof=" + PROOF_OF_PAY_1);
    }

    @Test
    void without_a_webhook_secret_a_payment_has_no_address_of_its_own() {
        var account = Contexts.account(Map.of(), null, Map.of());

        assertThat(
                        Verifications.provenAddress(
                                Contexts.of(Operation.AUTHORIZE).withAccount(account)))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "pay_1, " + PROOF_OF_PAY_1 + ",",
        "pay_2, " + PROOF_OF_PAY_1 + ", FORGED",
        "pay_1, " + OF_BODY + ", FORGED",
        "pay_1, , FORGED",
        ", " + PROOF_OF_PAY_1 + ", FORGED"
    })
    void an_address_proves_its_own_payment(
            @Nullable String payment, @Nullable String proof, @Nullable Reason reason) {
        var query = new HashMap<String, String>();
        if (payment != null) {
            query.put("payment_id", payment);
        }
        if (proof != null) {
            query.put("proof", proof);
        }
        var notification = new Notification(Map.of(), query, BODY.getBytes(UTF_8));

        assertThat(
                        Verifications.provenAddress()
                                .check(notification, Contexts.ACCOUNT, SECRET, SENT))
                .isEqualTo(reason);
    }

    @Test
    void the_payment_of_a_notification_stands_in_its_address() {
        var notification = new Notification(Map.of(), Map.of("payment_id", "pay_1"), new byte[0]);

        assertThat(Verifications.provenPayment(notification)).isEqualTo("pay_1");
    }

    @ParameterizedTest
    @CsvSource({
        "{t}.{body}, " + OF_STAMPED + ",",
        "{body}, " + OF_BODY + ",",
        "{body}, " + OF_STAMPED + ", FORGED",
        "{t}{body}, " + OF_STAMPED + ", FORGED"
    })
    void the_account_says_which_text_is_stamped(
            String signed, String signature, @Nullable Reason reason) {
        var given = headers("sig", "t=" + STAMP + ",v1=" + signature);

        assertThat(check(Verifications.stampedHmac("Sig", _ -> signed), given)).isEqualTo(reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{t}", "{body}{body}"})
    void a_text_without_its_body_is_the_accounts_fault(String signed) {
        var given = headers("sig", "t=" + STAMP + ",v1=" + OF_STAMPED);

        assertThatThrownBy(() -> check(Verifications.stampedHmac("Sig", _ -> signed), given))
                .isInstanceOf(BadAccount.class);
    }

    /** Computed with Python's hmac; the secret is that of Svix's documentation. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw |"
                        + " v1,sv0aBl/k07yUcKEbQUP/+2jtlWuEfQulQMxtbJcjqf0= | 0 |",
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw | v1,AAAA"
                        + " v1,sv0aBl/k07yUcKEbQUP/+2jtlWuEfQulQMxtbJcjqf0= | 300 |",
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw |"
                        + " v1,sv0aBl/k07yUcKEbQUP/+2jtlWuEfQulQMxtbJcjqf0= | 301 | STALE",
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw |"
                        + " v2,sv0aBl/k07yUcKEbQUP/+2jtlWuEfQulQMxtbJcjqf0= | 0 | FORGED",
                "whsec_AAAA | v1,sv0aBl/k07yUcKEbQUP/+2jtlWuEfQulQMxtbJcjqf0= | 0 | FORGED",
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw |"
                        + " sv0aBl/k07yUcKEbQUP/+2jtlWuEfQulQMxtbJcjqf0= | 0 | FORGED"
            })
    void svix_signs_id_time_and_body_with_the_decoded_secret(
            String secret, String signature, int secondsLater, @Nullable Reason reason) {
        var given =
                Map.of("svix-id", "msg_1", "svix-timestamp", STAMP, "svix-signature", signature);

        assertThat(
                        check(
                                Verifications.svix(),
                                given,
                                new Secret(secret),
                                SENT.plusSeconds(secondsLater)))
                .isEqualTo(reason);
    }

    @Test
    void a_svix_secret_that_is_no_base64_is_the_accounts_fault() {
        var given = Map.of("svix-id", "m", "svix-timestamp", STAMP, "svix-signature", "v1,A");

        assertThatThrownBy(() -> check(Verifications.svix(), given, new Secret("whsec_!"), SENT))
                .isInstanceOf(BadAccount.class);
        assertThat(check(Verifications.svix(), Map.of())).isEqualTo(Reason.FORGED);
    }

    private static Verification addressed(boolean hex, @Nullable String url) {
        return Verifications.addressedHmac("Sig", "At", _ -> hex, _ -> url);
    }

    private static @Nullable Reason token(
            Map<String, String> headers, Map<String, String> query, Instant now) {
        var notification = new Notification(headers, query, BODY.getBytes(UTF_8));
        return Verifications.jwt("token").check(notification, Contexts.ACCOUNT, SECRET, now);
    }

    private static Map<String, String> headers(String name, String value) {
        return Map.of(name, value);
    }

    private static @Nullable Reason check(Verification verification, Map<String, String> headers) {
        return check(verification, headers, SECRET, SENT);
    }

    private static @Nullable Reason check(
            Verification verification, Map<String, String> headers, Secret secret, Instant now) {
        var notification = new Notification(URL, headers, Map.of(), BODY.getBytes(UTF_8));
        return verification.check(notification, Contexts.ACCOUNT, secret, now);
    }
}
