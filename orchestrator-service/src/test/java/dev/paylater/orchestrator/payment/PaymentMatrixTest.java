package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.answers;
import static dev.paylater.orchestrator.payment.Scenario.authorized;
import static dev.paylater.orchestrator.payment.Scenario.capture;
import static dev.paylater.orchestrator.payment.Scenario.confirmed;
import static dev.paylater.orchestrator.payment.Scenario.created;
import static dev.paylater.orchestrator.payment.Scenario.declined;
import static dev.paylater.orchestrator.payment.Scenario.route;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.result.PaymentResults;
import dev.paylater.orchestrator.payment.result.ResultTable;
import dev.paylater.provider.Decline;
import dev.paylater.provider.NextAction;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.UnifiedError;
import dev.paylater.teststack.StateTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Every status against every command, and every operation against every result of a provider. The
 * tables are docs/states/payments.md; a difference fails, and {@code -Dpaylater.write-docs=true}
 * writes them anew.
 */
class PaymentMatrixTest {

    private static final Path PAGE = Path.of("..", "docs", "states", "payments.md");
    private static final ProviderResult APPROVED = ProviderResult.approved();
    private static final ProviderResult REDIRECT =
            ProviderResult.requiresAction(NextAction.redirect("https://p.example"));

    @Test
    void the_tables_are_the_documented_ones() throws IOException {
        var table = table();
        assertThat(table).isEqualTo(StateTable.documented(PAGE, table));
    }

    @Test
    void every_status_and_every_command_is_in_the_table() {
        var statuses =
                statuses().values().stream()
                        .map(Supplier::get)
                        .map(scenario -> scenario.payment().status())
                        .collect(Collectors.toSet());
        assertThat(statuses).containsExactlyInAnyOrder(PaymentStatus.values());
        var commands =
                commands().values().stream().map(Object::getClass).collect(Collectors.toSet());
        assertThat(commands)
                .containsExactlyInAnyOrder(PaymentCommand.class.getPermittedSubclasses());
    }

    private static Map<String, Supplier<Scenario>> statuses() {
        var statuses = new LinkedHashMap<String, Supplier<Scenario>>();
        statuses.put("requires_payment_method", () -> created(o -> o.paymentMethod(null)));
        statuses.put("requires_confirmation", () -> created(o -> o));
        statuses.put("processing", () -> confirmed(o -> o.captureMethod(CaptureMethod.MANUAL)));
        statuses.put(
                "requires_customer_action",
                () -> confirmed(o -> o).when(says(Kind.AUTHORIZE, 1, REDIRECT)));
        statuses.put(
                "requires_merchant_action",
                () ->
                        confirmed(o -> o.captureMethod(CaptureMethod.MANUAL))
                                .when(says(Kind.AUTHORIZE, 1, ProviderResult.inReview())));
        statuses.put("requires_capture", () -> authorized(CaptureMethod.MANUAL));
        statuses.put(
                "partially_captured_and_capturable",
                () ->
                        authorized(CaptureMethod.MANUAL_MULTIPLE)
                                .when(capture(5000L))
                                .when(says(Kind.CAPTURE, 1, APPROVED)));
        statuses.put(
                "partially_captured",
                () ->
                        authorized(CaptureMethod.MANUAL)
                                .when(capture(5000L))
                                .when(says(Kind.CAPTURE, 1, APPROVED))
                                .when(says(Kind.RELEASE, 1, APPROVED)));
        statuses.put(
                "succeeded",
                () ->
                        authorized(CaptureMethod.MANUAL)
                                .when(capture(null))
                                .when(says(Kind.CAPTURE, 1, APPROVED)));
        statuses.put(
                "failed (retry allowed)",
                () -> confirmed(o -> o).when(says(Kind.AUTHORIZE, 1, declined())));
        statuses.put(
                "failed (session over)",
                () ->
                        confirmed(o -> o)
                                .when(says(Kind.AUTHORIZE, 1, declined()))
                                .after(Duration.ofMinutes(16)));
        statuses.put(
                "cancelled", () -> created(o -> o).when(new PaymentCommand.CancelPayment(null)));
        return statuses;
    }

    private static Map<String, PaymentCommand> commands() {
        var commands = new LinkedHashMap<String, PaymentCommand>();
        commands.put("create", Scenario.creating(o -> o, null));
        commands.put(
                "update",
                new PaymentCommand.UpdatePayment(
                        IntentBuilder.builder().amount(7000L).build(), Map.of()));
        commands.put(
                "update of metadata",
                new PaymentCommand.UpdatePayment(Intent.NONE, Map.of("metadata", "{}")));
        commands.put(
                "confirm",
                new PaymentCommand.ConfirmPayment(
                        false,
                        IntentBuilder.builder().paymentMethod("pay_later").build(),
                        Map.of(),
                        route(Scenario.SANDBOX)));
        commands.put("capture", capture(1000L));
        commands.put("cancel", new PaymentCommand.CancelPayment("reason"));
        commands.put("approve", new PaymentCommand.ApprovePayment());
        commands.put("reject", new PaymentCommand.RejectPayment(null));
        commands.put(
                "incremental_authorization", new PaymentCommand.IncrementAuthorization(7000, null));
        commands.put(
                "complete_authorize", new PaymentCommand.CompleteAuthorization(Map.of(), null));
        commands.put("3ds/authentication", new PaymentCommand.AuthenticateThreeDs(Map.of()));
        commands.put("sync", new PaymentCommand.SyncPayment(false));
        commands.put("sync on a notification", new PaymentCommand.SyncPayment(true));
        commands.put("refund", new PaymentCommand.ReserveRefund("ref_1", 500L, null, Map.of()));
        commands.put(
                "refund ended",
                new PaymentCommand.RecordRefundStatus(
                        "ref_1", Refund.Status.SUCCEEDED, null, null, null, null, Scenario.START));
        commands.put("provider approves", answers(Kind.AUTHORIZE, 1, APPROVED));
        commands.put("provider declines", answers(Kind.AUTHORIZE, 1, declined()));
        commands.put(
                "provider voided it",
                answers(
                        Kind.AUTHORIZE,
                        1,
                        ProviderResult.declined(
                                Decline.Outcome.VOIDED,
                                ProviderError.of(UnifiedError.EXPIRED, "Expired"))));
        commands.put(
                "provider does not answer",
                says(Kind.AUTHORIZE, 1, ProviderResult.unknown("timed out")));
        commands.put(
                "operator settles an operation",
                new PaymentCommand.SettleOperation(
                        Scenario.ATTEMPT + "_authorize", true, null, "ada", "portal"));
        commands.put(
                "operator settles unwanted money",
                new PaymentCommand.SettleUnwantedMoney(
                        Scenario.ATTEMPT, 6_540L, "ada", "written off"));
        commands.put("deadline passed", new PaymentCommand.DeadlinePassed());
        commands.put("revoke of the mandate", new PaymentCommand.RevokeMandate("man_1"));
        commands.put(
                "dispute",
                new PaymentCommand.RecordDispute(
                        new Dispute(
                                "dp_1",
                                "dispute",
                                "dispute_opened",
                                500,
                                "EUR",
                                "sandbox",
                                "d1",
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                Scenario.START,
                                null)));
        commands.put("accept of a dispute", new PaymentCommand.AcceptDispute("dp_1"));
        commands.put(
                "challenge of a dispute", new PaymentCommand.ChallengeDispute("dp_1", Map.of()));
        commands.put("shipment", new PaymentCommand.AddShipment("ship_1", null, Map.of()));
        return commands;
    }

    private static String table() {
        var page = new StringBuilder();
        page.append(
                """
                # Payment states

                Made from the state machine itself by PaymentMatrixTest: what follows from each
                command in each status, and from each result of a provider for each operation. `-`
                is: nothing happens.

                # Commands

                A cell names the status afterwards and the events, or the error code of the refusal.

                """);
        var statuses = statuses();
        commands()
                .forEach(
                        (name, command) ->
                                page.append(
                                        StateTable.section(
                                                name,
                                                statuses,
                                                status -> outcome(status.get().when(command)))));
        page.append(
                """
                # Results of operations that are under way

                """);
        append(page, PaymentResults.UNDER_WAY);
        page.append(
                """
                # Results of operations that were decided before

                What they are about has ended here; only what would leave money where nobody wants
                it, what had failed here and was made after all, or what the provider has ended,
                changes anything.

                """);
        append(page, PaymentResults.DECIDED_BEFORE);
        return page.toString();
    }

    private static void append(StringBuilder page, ResultTable table) {
        for (var kind : Kind.values()) {
            page.append("## ").append(word(kind)).append("\n\n| result | follows |\n|---|---|\n");
            for (var status : ProviderResult.Status.values()) {
                page.append("| ")
                        .append(word(status))
                        .append(" | ")
                        .append(table.rule(kind, status).text())
                        .append(" |\n");
            }
            page.append('\n');
        }
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(java.util.Locale.ROOT);
    }

    private static String outcome(Scenario scenario) {
        var refusal = scenario.last().refusal();
        if (refusal != null) {
            return "refused: " + refusal.code();
        }
        return StateTable.follows(scenario.payment().status().wireName(), scenario.last().events());
    }
}
