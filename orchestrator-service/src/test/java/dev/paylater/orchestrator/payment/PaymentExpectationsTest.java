package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.authorized;
import static dev.paylater.orchestrator.payment.Scenario.capture;
import static dev.paylater.orchestrator.payment.Scenario.confirmed;
import static dev.paylater.orchestrator.payment.Scenario.created;
import static dev.paylater.orchestrator.payment.Scenario.declined;
import static dev.paylater.orchestrator.payment.Scenario.route;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.provider.NextAction;
import dev.paylater.provider.ProviderResult;
import dev.paylater.teststack.StateTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The state machine and the page that is made from it, against a table that was written by hand
 * from the interface: src/test/resources/expectations/payments.md.
 */
class PaymentExpectationsTest {

    private static final Path TABLE = Path.of("src/test/resources/expectations/payments.md");
    private static final Path GENERATED = Path.of("..", "docs", "states", "payments.md");
    private static final String REFUSED = "-";
    private static final Pattern REQUEST =
            Pattern.compile("(\\??)" + Scenario.PAYMENT_ID + "_\\d+_(\\D+?)(_\\d+)?");
    private static final ProviderResult APPROVED = ProviderResult.approved();

    static List<StateTable.Cell> expectations() throws IOException {
        return StateTable.byHand(TABLE);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("expectations")
    void an_operation_does_what_the_interface_says(StateTable.Cell expected) {
        var scenario = Objects.requireNonNull(STATUSES.get(expected.state())).get();
        var status = scenario.payment().status().wireName();
        assertThat(expected.state()).isIn(status, status + " " + note(expected.state()));
        var before = scenario.requests().size();
        scenario.when(Objects.requireNonNull(COMMANDS.get(expected.input())));
        var refusal = scenario.last().refusal();
        if (expected.outcome().equals(REFUSED)) {
            assertThat(scenario.last().events()).isEmpty();
            assertThat(refusal).isNotNull();
            assertThat(refusal.code())
                    .isEqualTo(expected.input().equals("refund") ? "IR_14" : "IR_16");
            assertThat(refusal.message()).contains(firstWord(expected.input())).contains(status);
        } else {
            assertThat(refusal).isNull();
            var requests = scenario.requests().stream().skip(before).map(this::kind).toList();
            var follows = scenario.payment().status().wireName();
            assertThat(requests.isEmpty() ? follows : follows + ": " + String.join(", ", requests))
                    .isEqualTo(expected.outcome());
        }
    }

    private static String firstWord(String operation) {
        return operation.split(" ", 2)[0];
    }

    private static String note(String status) {
        return status.substring(status.indexOf(' ') + 1);
    }

    private String kind(String request) {
        var matcher = REQUEST.matcher(request);
        return matcher.matches() ? matcher.group(1) + matcher.group(2) : "refund";
    }

    @Test
    void every_status_and_every_operation_of_a_merchant_is_expected() throws IOException {
        var expected =
                expectations().stream()
                        .map(e -> e.state() + "/" + e.input())
                        .collect(Collectors.toSet());
        var all =
                STATUSES.keySet().stream()
                        .flatMap(status -> COMMANDS.keySet().stream().map(o -> status + "/" + o))
                        .collect(Collectors.toSet());
        assertThat(expected).isEqualTo(all);
        assertThat(STATUSES.values().stream().map(s -> s.get().payment().status()))
                .contains(PaymentStatus.values());
    }

    @Test
    void the_generated_page_says_the_same() throws IOException {
        var generated = StateTable.generated(GENERATED);
        assertThat(generated).isNotEmpty();
        for (var expected : expectations()) {
            var cell = generated.get(expected.input() + "/" + expected.state());
            // The page has no rows for what only differs in a feature of the account.
            if (cell == null) {
                assertThat(expected.state()).contains("(");
                continue;
            }
            var code = expected.input().equals("refund") ? "IR_14" : "IR_16";
            assertThat(cell)
                    .as(expected.toString())
                    .startsWith(
                            expected.outcome().equals(REFUSED)
                                    ? "refused: " + code
                                    : expected.outcome().replaceAll(":.*", "") + ": ");
        }
    }

    private static final Map<String, Supplier<Scenario>> STATUSES =
            Map.ofEntries(
                    status("requires_payment_method", () -> created(o -> o.paymentMethod(null))),
                    status("requires_confirmation", () -> created(o -> o)),
                    status(
                            "requires_customer_action",
                            () -> confirmed(o -> o).when(says(Kind.AUTHORIZE, 1, redirect()))),
                    status(
                            "requires_customer_action (external 3DS)",
                            () ->
                                    confirmed(
                                            o ->
                                                    o.authenticationType("three_ds")
                                                            .requestExternalThreeDsAuthentication(
                                                                    true))),
                    status(
                            "requires_merchant_action",
                            () ->
                                    confirmed(o -> o.captureMethod(CaptureMethod.MANUAL))
                                            .when(
                                                    says(
                                                            Kind.AUTHORIZE,
                                                            1,
                                                            ProviderResult.inReview()))),
                    status("processing", () -> confirmed(o -> o)),
                    status(
                            "processing (one of several captures)",
                            () -> authorized(CaptureMethod.MANUAL_MULTIPLE).when(capture(40L))),
                    status("requires_capture", () -> authorized(CaptureMethod.MANUAL)),
                    status("requires_capture (may be raised)", PaymentBoundariesTest::raisable),
                    status(
                            "partially_captured_and_capturable",
                            () -> captured(CaptureMethod.MANUAL_MULTIPLE, 5_000)),
                    status(
                            "partially_captured",
                            () ->
                                    captured(CaptureMethod.MANUAL, 5_000)
                                            .when(says(Kind.RELEASE, 1, APPROVED))),
                    status("succeeded", () -> captured(CaptureMethod.MANUAL, 6_540)),
                    status("failed (retry allowed)", PaymentExpectationsTest::failed),
                    status("failed (session over)", () -> failed().after(Duration.ofMinutes(15))),
                    status(
                            "cancelled",
                            () -> created(o -> o).when(new PaymentCommand.CancelPayment(null))));

    private static final Map<String, PaymentCommand> COMMANDS =
            Map.ofEntries(
                    Map.entry(
                            "update",
                            new PaymentCommand.UpdatePayment(
                                    IntentBuilder.builder().amount(7_000L).build(),
                                    Map.of("metadata", "{}"))),
                    Map.entry(
                            "update of metadata",
                            new PaymentCommand.UpdatePayment(
                                    Intent.NONE, Map.of("metadata", "{}"))),
                    Map.entry(
                            "confirm",
                            new PaymentCommand.ConfirmPayment(
                                    false,
                                    IntentBuilder.builder().paymentMethod("pay_later").build(),
                                    Map.of(),
                                    route(Scenario.SANDBOX))),
                    Map.entry("capture", capture(null)),
                    Map.entry("cancel", new PaymentCommand.CancelPayment("reason")),
                    Map.entry(
                            "refund",
                            new PaymentCommand.ReserveRefund("ref_1", 500L, null, Map.of())),
                    Map.entry(
                            "complete_authorize",
                            new PaymentCommand.CompleteAuthorization(Map.of(), null)),
                    Map.entry(
                            "3ds/authentication", new PaymentCommand.AuthenticateThreeDs(Map.of())),
                    Map.entry("approve", new PaymentCommand.ApprovePayment()),
                    Map.entry("reject", new PaymentCommand.RejectPayment("reason")),
                    Map.entry(
                            "incremental_authorization",
                            new PaymentCommand.IncrementAuthorization(7_000, null)));

    private static Map.Entry<String, Supplier<Scenario>> status(
            String name, Supplier<Scenario> scenario) {
        return Map.entry(name, scenario);
    }

    private static Scenario captured(CaptureMethod method, long amount) {
        return authorized(method).when(capture(amount)).when(says(Kind.CAPTURE, 1, APPROVED));
    }

    private static Scenario failed() {
        return confirmed(o -> o).when(says(Kind.AUTHORIZE, 1, declined()));
    }

    private static ProviderResult redirect() {
        return ProviderResult.requiresAction(
                new NextAction("redirect_to_url", "https://p.example"));
    }
}
