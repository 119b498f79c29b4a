package dev.paylater.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.provider.Decline;
import dev.paylater.provider.NextAction;
import dev.paylater.provider.ProviderBooks;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.ProviderResult.Status;
import dev.paylater.provider.UnifiedError;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProviderResultsTest {

    private static final Instant LATER = Instant.ofEpochMilli(1_700_000_000_123L);
    private static final ProviderData DATA =
            new ProviderData(
                    "t", "r", "o", Map.of("a", "b"), "{}", "{\"f\":1}", "{}", "m", true, LATER);

    static Stream<ProviderResult> results() {
        return Stream.of(
                        ProviderResult.approved(),
                        ProviderResult.approved(1),
                        ProviderResult.captured(),
                        ProviderResult.captured(Long.MAX_VALUE),
                        ProviderResult.pending(),
                        ProviderResult.pending(LATER),
                        ProviderResult.requiresAction(NextAction.redirect("https://p.example/1")),
                        ProviderResult.inReview(7),
                        ProviderResult.invalid("No address"),
                        ProviderResult.declined(
                                Decline.Outcome.EXPIRED,
                                new ProviderError("E", "Too late", "why", UnifiedError.EXPIRED)),
                        ProviderResult.notFound(),
                        ProviderResult.notExecuted("breaker open"),
                        ProviderResult.unauthorized("401"),
                        ProviderResult.unknown("timeout"),
                        ProviderResult.unknown("429", LATER))
                .flatMap(
                        result ->
                                Stream.of(
                                        result,
                                        result.with(DATA),
                                        result.with(new ProviderBooks(2_000, 500)),
                                        result.with(new ProviderBooks(2_000, 500, 100L))));
    }

    @ParameterizedTest
    @MethodSource("results")
    void a_result_is_read_as_it_was_written(ProviderResult result) {
        var message =
                ProviderResults.write(
                                ConnectorOutcome.newBuilder()
                                        .setMerchantId("m")
                                        .setPaymentId("p")
                                        .setAttemptId("p_1")
                                        .setIssuedAt(1)
                                        .setConnector("sandbox")
                                        .setMerchantConnectorId("mca")
                                        .setOperation("authorize")
                                        .setOperationId("p_1_authorize"),
                                result)
                        .build();

        assertThat(ProviderResults.read(message)).isEqualTo(result);
    }

    @Test
    void every_status_is_among_them() {
        assertThat(results().map(ProviderResult::status).distinct())
                .containsExactlyInAnyOrder(Status.values());
    }

    @Test
    void parts_that_do_not_belong_together_are_refused() {
        assertThatThrownBy(
                        () ->
                                new ProviderResult(
                                        Status.DECLINED,
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        ProviderData.NONE,
                                        null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () ->
                                new ProviderResult(
                                        Status.PENDING,
                                        5L,
                                        null,
                                        null,
                                        null,
                                        null,
                                        ProviderData.NONE,
                                        null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () ->
                                new ProviderResult(
                                        Status.REQUIRES_ACTION,
                                        null,
                                        null,
                                        null,
                                        null,
                                        null,
                                        ProviderData.NONE,
                                        null))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void every_unified_code_names_its_error() {
        assertThat(Arrays.stream(UnifiedError.values()).map(UnifiedError::code))
                .containsExactly(
                        "declined",
                        "insufficient_credit",
                        "customer_action_failed",
                        "expired",
                        "fraud_suspected",
                        "invalid_data",
                        "duplicate",
                        "provider_unavailable",
                        "unknown");
        assertThat(Arrays.stream(UnifiedError.values()))
                .allSatisfy(error -> assertThat(UnifiedError.ofCode(error.code())).isSameAs(error));
    }

    @Test
    void what_is_said_later_adds_to_what_was_said_before() {
        var later = ProviderData.NONE.withOperationReference("o2").withState(Map.of("c", "d"));

        assertThat(later.over(DATA))
                .isEqualTo(DATA.withOperationReference("o2").withState(Map.of("a", "b", "c", "d")));
    }
}
