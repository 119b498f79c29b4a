package dev.paylater.certification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.call.Transport;
import dev.paylater.connector.kit.HttpAnswer;
import dev.paylater.connector.kit.HttpCall;
import dev.paylater.connector.kit.HttpCall.Method;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A provider that is not as the connector assumes: every difference is found, and nothing else. */
final class PlantedDifferencesTest {

    private static final Pattern FOUND = Pattern.compile("(?m)^DIFFERENT +(\\w+)$");

    @TempDir private Path folder;
    private Kit kit;

    @BeforeEach
    void begin() {
        kit = new Kit(folder);
    }

    @AfterEach
    void end() {
        kit.close();
    }

    @Test
    void a_provider_that_does_not_know_a_key_again() {
        var ended = kit.certify("klarna", requests(withoutKey("Klarna-Idempotency-Key")));

        assertThat(found(ended)).contains("capture_again", "refund_again");
        assertThat(ended.printed())
                .contains("assumed   the same capture once more is the first one and takes nothing")
                .containsPattern("seen      a second one was made, \\S+ beside \\S+")
                .contains("no setting of the account: the idempotency of capture is wrong for it");
    }

    @Test
    void a_setting_that_changes_what_is_assumed_is_named() {
        var ended = kit.certify("sezzle", requests(withoutKey("Sezzle-Request-Id")));

        assertThat(found(ended)).contains("capture_again", "refund_again");
        assertThat(ended.printed()).contains("change    setting repeats_keys of the account");
    }

    @Test
    void a_provider_that_captures_only_the_whole() {
        var ended =
                kit.certify(
                        "klarna",
                        refuses(
                                call ->
                                        isCapture(call)
                                                && !String.valueOf(call.body())
                                                        .contains("\"captured_amount\":2000"),
                                refusal(403, "CAPTURE_NOT_ALLOWED")));

        assertThat(found(ended)).containsExactly("capture_part");
        assertThat(ended.printed())
                .contains("assumed   a part is captured")
                .contains("seen      the provider refused it: CAPTURE_NOT_ALLOWED, said so")
                .contains("the capability partial_capture is wrong for it");
    }

    @Test
    void a_provider_that_does_not_show_our_reference() {
        var ended =
                kit.certify(
                        "klarna",
                        answers(
                                (call, answer) ->
                                        with(
                                                answer,
                                                answer.body()
                                                        .replace("\"reference\"", "\"other\""))));

        assertThat(found(ended)).containsExactly("lookup_capture", "lookup_refund");
        assertThat(ended.printed())
                .contains("assumed   a capture is found by our reference")
                .contains("seen      the provider does not know it")
                .containsPattern("call      GET /ordermanagement/v1/orders/\\S+ -> HTTP 200");
    }

    @Test
    void a_provider_that_refuses_credentials_with_another_code() {
        var ended =
                kit.certify(
                        "klarna",
                        answers(
                                (_, answer) ->
                                        answer.status() == 401
                                                ? refusal(400, "BAD_VALUE")
                                                : answer));

        assertThat(found(ended)).containsExactly("wrong_credentials");
        assertThat(ended.printed())
                .contains("seen      the provider refused it: BAD_VALUE, said so");
    }

    @Test
    void a_provider_that_refunds_more_than_was_captured() {
        var ended =
                kit.certify(
                        "klarna",
                        answers(
                                (call, answer) ->
                                        call.method() == Method.POST
                                                        && call.path().endsWith("/refunds")
                                                        && !answer.isSuccess()
                                                ? new HttpAnswer(201, Map.of("refund-id", "r"), "")
                                                : answer));

        assertThat(found(ended)).containsExactly("refund_too_much");
        assertThat(ended.printed())
                .contains("assumed   more than was captured is not refunded")
                .contains("seen      the provider did it");
    }

    @Test
    void a_provider_whose_sums_are_off() {
        var ended =
                kit.certify(
                        "klarna",
                        answers(
                                (call, answer) ->
                                        with(
                                                answer,
                                                answer.body()
                                                        .replace(
                                                                "\"refunded_amount\":2000",
                                                                "\"refunded_amount\":1999"))));

        assertThat(found(ended)).containsExactly("sums");
        assertThat(ended.printed())
                .contains("the provider shows 2000 captured and 1999 refunded instead of 2000");
    }

    @Test
    void a_provider_that_does_not_release() {
        var ended =
                kit.certify(
                        "klarna",
                        refuses(
                                call -> call.path().endsWith("/release-remaining-authorization"),
                                refusal(403, "NOT_ALLOWED")));

        assertThat(found(ended)).containsExactly("release");
        assertThat(ended.printed())
                .contains("assumed   what is left after a part is released")
                .contains("the capability release is wrong for it");
    }

    @Test
    void a_provider_with_an_error_that_the_table_does_not_have() {
        var ended =
                kit.certify(
                        "klarna",
                        answers(
                                (call, answer) ->
                                        isCapture(call) && answer.status() == 403
                                                ? refusal(403, "TOO_FAR")
                                                : answer));

        // A 403 that nobody has written down is taken for the account's fault.
        assertThat(found(ended)).containsExactly("capture_too_much", "capture_voided");
        assertThat(ended.printed()).contains("seen      the provider refused the credentials");
    }

    @Test
    void a_provider_that_is_not_there_holds_nothing_up() {
        var ended =
                kit.certify(
                        "klarna", _ -> (base, call, timeout) -> new HttpAnswer(503, Map.of(), ""));

        assertThat(found(ended)).startsWith("wrong_credentials").contains("authorize");
        assertThat(ended.printed())
                .contains("seen      no certain answer")
                .contains("not written authorize             a call of it was not answered");
        assertThat(kit.written("klarna").path("exchanges")).isEmpty();
    }

    private static List<String> found(Kit.Ended ended) {
        assertThat(ended.code()).as(ended.printed()).isEqualTo(1);
        return FOUND.matcher(ended.printed()).results().map(match -> match.group(1)).toList();
    }

    private static UnaryOperator<HttpCall> withoutKey(String header) {
        return call ->
                call.headers().containsKey(header)
                        ? call.withHeader(header, UUID.randomUUID().toString())
                        : call;
    }

    private static UnaryOperator<Transport> requests(UnaryOperator<HttpCall> change) {
        return way -> (base, call, timeout) -> way.send(base, change.apply(call), timeout);
    }

    private static UnaryOperator<Transport> answers(
            BiFunction<HttpCall, HttpAnswer, HttpAnswer> change) {
        return way -> (base, call, timeout) -> change.apply(call, way.send(base, call, timeout));
    }

    private static UnaryOperator<Transport> refuses(
            Predicate<HttpCall> refused, HttpAnswer answer) {
        return way ->
                (base, call, timeout) ->
                        refused.test(call) ? answer : way.send(base, call, timeout);
    }

    private static boolean isCapture(HttpCall call) {
        return call.method() == Method.POST && call.path().endsWith("/captures");
    }

    private static HttpAnswer with(HttpAnswer answer, String body) {
        return new HttpAnswer(answer.status(), answer.headers(), body);
    }

    private static HttpAnswer refusal(int status, String code) {
        return new HttpAnswer(
                status,
                Map.of(),
                """
                {"error_code": "%s", "error_messages": ["said so"]}
                """
                        .formatted(code));
    }
}
