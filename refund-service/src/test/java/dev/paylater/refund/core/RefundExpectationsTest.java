package dev.paylater.refund.core;

import static dev.paylater.refund.core.Samples.OPERATION;
import static dev.paylater.refund.core.Samples.answer;
import static dev.paylater.refund.core.Samples.approved;
import static dev.paylater.refund.core.Samples.declined;
import static dev.paylater.refund.core.Samples.execute;
import static dev.paylater.refund.core.Samples.order;
import static dev.paylater.refund.core.Samples.outcome;
import static dev.paylater.refund.core.Samples.pending;
import static dev.paylater.refund.core.Samples.unauthorized;
import static dev.paylater.refund.core.Samples.unknown;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kernel.Refusal;
import dev.paylater.kernel.Waiter;
import dev.paylater.provider.ProviderResult;
import dev.paylater.teststack.StateTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The state machine of refunds and the page that is made from it, against a table that was written
 * by hand from the interface: src/test/resources/expectations/refunds.md.
 */
class RefundExpectationsTest {

    private static final Path TABLE = Path.of("src/test/resources/expectations/refunds.md");
    private static final Path GENERATED = Path.of("..", "docs", "states", "refunds.md");
    private static final String DUPLICATE = "HE_01";

    static List<StateTable.Cell> expectations() throws IOException {
        return StateTable.byHand(TABLE);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("expectations")
    void a_refund_goes_where_the_interface_says(StateTable.Cell expected) {
        var scenario = Objects.requireNonNull(STATUSES.get(expected.state())).get();
        assertThat(expected.state()).startsWith(status(scenario));
        var before = scenario.refund();
        scenario.when(Objects.requireNonNull(COMMANDS.get(expected.input())));
        var refusal = scenario.refusal();
        if (expected.outcome().equals(DUPLICATE)) {
            assertThat(refusal).isNotNull().extracting(Refusal::code).isEqualTo(DUPLICATE);
            assertThat(scenario.refund()).isEqualTo(before);
        } else {
            assertThat(refusal).isNull();
            var sent =
                    scenario.messages().stream()
                            .map(RefundExpectationsTest::request)
                            .filter(Objects::nonNull)
                            .collect(Collectors.joining(", "));
            assertThat(sent.isEmpty() ? status(scenario) : status(scenario) + ": " + sent)
                    .isEqualTo(expected.outcome());
        }
    }

    private static String status(Scenario scenario) {
        return scenario.refund().status().name().toLowerCase(Locale.ROOT);
    }

    /** What a message requests of the provider; the one key of this refund is in each request. */
    private static @Nullable String request(RefundMessage message) {
        return switch (message) {
            case RefundMessage.RequestRefund(_, var part, _) -> {
                assertThat(part.operationId()).isEqualTo(OPERATION);
                yield "refund";
            }
            case RefundMessage.InquireStatus _ -> "?";
            case RefundMessage.RecordStatus _,
                    RefundMessage.DropReservation _,
                    RefundMessage.Announce _,
                    RefundMessage.Answer _,
                    RefundMessage.AnswerRefusal _,
                    RefundMessage.RaiseAlarm _ ->
                    null;
        };
    }

    @Test
    void every_status_and_all_news_are_expected() throws IOException {
        var expected =
                expectations().stream()
                        .map(e -> e.state() + "/" + e.input())
                        .collect(Collectors.toSet());
        var all =
                STATUSES.keySet().stream()
                        .flatMap(status -> COMMANDS.keySet().stream().map(c -> status + "/" + c))
                        .collect(Collectors.toSet());
        assertThat(expected).isEqualTo(all);
        assertThat(STATUSES.values().stream().map(s -> s.get().refund().status()))
                .contains(RefundStatus.values());
    }

    @Test
    void the_generated_page_says_the_same() throws IOException {
        var generated = StateTable.generated(GENERATED);
        for (var expected : expectations()) {
            var cell = generated.get(expected.input() + "/" + expected.state());
            var status = expected.outcome().replaceAll(":.*", "");
            assertThat(cell).as(expected.toString()).isNotNull();
            if (expected.outcome().equals(DUPLICATE)) {
                assertThat(cell).as(expected.toString()).isEqualTo("refused: " + DUPLICATE);
            } else if (cell.equals("-")) {
                assertThat(expected.state()).as(expected.toString()).startsWith(status);
            } else {
                assertThat(cell).as(expected.toString()).startsWith(status + ": ");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "4999, 0", "5000, 5000", "5001, 0", ", 5000"})
    void only_what_was_requested_is_given_back_by_an_answer(@Nullable Long said, long counted) {
        var scenario = new Scenario().when(execute()).when(outcome(approved(said)));
        assertThat(scenario.refund().refunded()).isEqualTo(counted);
        assertThat(scenario.refund().amount()).isEqualTo(5000);
    }

    @Test
    void a_provider_is_inquired_within_five_minutes_each_time_for_a_day_and_never_not_at_all() {
        var scenario = new Scenario().when(execute()).when(outcome(unknown()));
        assertThat(scenario.refund().due()).contains(Scenario.START.plusSeconds(1));
        var day = Scenario.START.plus(Duration.ofHours(24));
        while (scenario.now().isBefore(day)) {
            var before = scenario.now();
            scenario.whenDue().when(answer(unknown())).thenStatus(RefundStatus.PENDING);
            assertThat(Duration.between(before, scenario.now()))
                    .isBetween(Duration.ofSeconds(1), Duration.ofMinutes(5));
        }
        assertThat(scenario.refund().due()).isPresent();
    }

    private static final Map<String, Supplier<Scenario>> STATUSES =
            Map.of(
                    "pending: requested",
                    () -> new Scenario().when(execute()),
                    "pending: outcome unknown",
                    () -> new Scenario().when(execute()).when(outcome(unknown())),
                    "pending at the provider",
                    () -> new Scenario().when(execute()).when(outcome(pending())),
                    "review",
                    () -> new Scenario().when(execute()).when(outcome(ProviderResult.inReview())),
                    "succeeded",
                    () -> new Scenario().when(execute()).when(outcome(approved())),
                    "failed",
                    () -> new Scenario().when(execute()).when(outcome(declined())));

    private static final Map<String, RefundCommand> COMMANDS =
            Map.ofEntries(
                    Map.entry("provider approves", outcome(approved())),
                    Map.entry("provider declines", outcome(declined())),
                    Map.entry("provider is undecided", outcome(pending())),
                    Map.entry("provider reviews", outcome(ProviderResult.inReview())),
                    Map.entry("provider does not answer", outcome(unknown())),
                    Map.entry("provider refuses the account", outcome(unauthorized())),
                    Map.entry("provider does not know it", answer(ProviderResult.notFound())),
                    Map.entry(
                            "deadline passed",
                            new RefundCommand.DeadlinePassed(
                                    Scenario.START.plus(Duration.ofMinutes(10)))),
                    Map.entry("sync", new RefundCommand.SyncRefund(new Waiter("sync", 0, "sync"))),
                    Map.entry("update", new RefundCommand.UpdateRefund("another", null, null)),
                    Map.entry("execute, the same reservation", execute()),
                    Map.entry(
                            "execute, another reservation",
                            execute(order("ref_1", 2, 700, List.of()))));
}
