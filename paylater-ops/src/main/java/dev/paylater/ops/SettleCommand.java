package dev.paylater.ops;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.paylater.ops.console.Console;
import dev.paylater.ops.environment.Environment;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Says by the interface of administrators what a provider's portal shows: the services decide what
 * follows, and the audit log keeps who said it.
 */
@Command(
        name = "settle",
        description = "Record what a provider's portal shows of something that does not end.",
        mixinStandardHelpOptions = true)
final class SettleCommand {
    private SettleCommand() {}

    static CommandLine commandLine(Environment environment, Console console) {
        return new CommandLine(new SettleCommand())
                .addSubcommand(new OfOperation(environment, console))
                .addSubcommand(new OfRefund(environment, console))
                .addSubcommand(new OfUnwantedMoney(environment, console));
    }

    private enum Result {
        SUCCEEDED,
        FAILED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What all have in common: whose it is, why, and what the answer shows. */
    private abstract static class Settling implements Callable<Integer> {
        private final Environment environment;
        private final Console console;

        @Parameters(index = "0", paramLabel = "MERCHANT_ID", description = "whose it is")
        private String merchantId = "";

        @Option(
                names = "--reason",
                paramLabel = "TEXT",
                required = true,
                description = "what you saw, and where; the audit log keeps it")
        private String reason = "";

        @Mixin private final JsonOption json = new JsonOption();

        Settling(Environment environment, Console console) {
            this.environment = environment;
            this.console = console;
        }

        /** Of what is settled, below the merchant. */
        abstract String path();

        abstract void describe(ObjectNode body);

        @Override
        public Integer call() throws IOException, InterruptedException {
            var body = OpsJson.MAPPER.createObjectNode();
            describe(body);
            body.put("reason", reason);
            JsonNode answer;
            try (var http = new OpsJson()) {
                String path = "/admin/merchants/%s%s/settle".formatted(part(merchantId), path());
                answer = http.ask(OpsJson.post(environment.api(), path, body));
            }
            console.say(
                    json.isJson()
                            ? answer.toString()
                            : "Settled. Its status is %s."
                                    .formatted(answer.path("status").asText()));
            return 0;
        }

        static String part(String id) {
            return URLEncoder.encode(id, StandardCharsets.UTF_8);
        }
    }

    @Command(
            name = "operation",
            description = "An operation of a payment: did it succeed at the provider?",
            mixinStandardHelpOptions = true)
    private static final class OfOperation extends Settling {
        @Parameters(index = "1", paramLabel = "PAYMENT_ID", description = "the payment")
        private String paymentId = "";

        @Parameters(index = "2", paramLabel = "OPERATION_ID", description = "as 'trace' shows it")
        private String operationId = "";

        @Option(names = "--result", required = true, description = "${COMPLETION-CANDIDATES}")
        private Result result = Result.FAILED;

        @Option(
                names = "--amount",
                paramLabel = "MINOR_UNITS",
                description = "what it was good for, where that is not what was asked for")
        private @Nullable Long amount;

        OfOperation(Environment environment, Console console) {
            super(environment, console);
        }

        @Override
        String path() {
            return "/payments/%s/operations/%s".formatted(part(paymentId), part(operationId));
        }

        @Override
        void describe(ObjectNode body) {
            body.put("result", result.toString());
            if (amount != null) {
                body.put("amount", amount);
            }
        }
    }

    @Command(
            name = "refund",
            description = "A refund: did the provider give the money back?",
            mixinStandardHelpOptions = true)
    private static final class OfRefund extends Settling {
        @Parameters(index = "1", paramLabel = "REFUND_ID", description = "the refund")
        private String refundId = "";

        @Option(names = "--result", required = true, description = "${COMPLETION-CANDIDATES}")
        private Result result = Result.FAILED;

        @Option(
                names = "--amount",
                paramLabel = "MINOR_UNITS",
                description = "what was given back, where that is not what was asked for")
        private @Nullable Long amount;

        OfRefund(Environment environment, Console console) {
            super(environment, console);
        }

        @Override
        String path() {
            return "/refunds/" + part(refundId);
        }

        @Override
        void describe(ObjectNode body) {
            body.put("result", result.toString());
            if (amount != null) {
                body.put("amount", amount);
            }
        }
    }

    @Command(
            name = "unwanted-money",
            description = "Money that a provider held or took and that you have seen to there.",
            mixinStandardHelpOptions = true)
    private static final class OfUnwantedMoney extends Settling {
        @Parameters(index = "1", paramLabel = "PAYMENT_ID", description = "the payment")
        private String paymentId = "";

        @Parameters(index = "2", paramLabel = "ATTEMPT_ID", description = "the attempt")
        private String attemptId = "";

        @Option(
                names = "--amount",
                paramLabel = "MINOR_UNITS",
                required = true,
                description = "as it stands in the payment: another one by now is refused")
        private long amount;

        OfUnwantedMoney(Environment environment, Console console) {
            super(environment, console);
        }

        @Override
        String path() {
            return "/payments/%s/unwanted_money".formatted(part(paymentId));
        }

        @Override
        void describe(ObjectNode body) {
            body.put("attempt_id", attemptId).put("amount", amount);
        }
    }
}
