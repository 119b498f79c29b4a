package dev.paylater.ops;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.paylater.messaging.DeadLetter;
import dev.paylater.messaging.DeadLetterOffice;
import dev.paylater.messaging.DeadLetterOffice.Pile;
import dev.paylater.ops.console.Console;
import dev.paylater.ops.console.UserProblem;
import dev.paylater.ops.environment.Environment;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Looks at what could not be handled, and puts back what was only unlucky. */
@Command(
        name = "dlq",
        description = "List, show and replay dead letters.",
        mixinStandardHelpOptions = true)
final class DeadLetterCommand {
    private DeadLetterCommand() {}

    static CommandLine commandLine(Environment environment, Console console) {
        return new CommandLine(new DeadLetterCommand())
                .addSubcommand(new Listing(environment, console))
                .addSubcommand(new Showing(environment, console))
                .addSubcommand(new Replay(environment, console));
    }

    private static ObjectNode json(DeadLetter letter) {
        return OpsJson.MAPPER
                .createObjectNode()
                .put("topic", letter.topic())
                .put("partition", letter.partition())
                .put("offset", letter.offset())
                .put("at", letter.time().toString())
                .put("replayed", letter.isReplayed())
                .put("key", letter.key())
                .put("reason", letter.reason());
    }

    @Command(name = "list", description = "All dead letters.", mixinStandardHelpOptions = true)
    private static final class Listing implements Callable<Integer> {
        private static final String ROW = "%-34s %8s %-24s %-9s %s";
        private static final int AT_ONCE = 500;

        private final Environment environment;
        private final Console console;

        @Option(names = "--json", description = "one JSON object a line in place of text")
        private boolean isJson;

        Listing(Environment environment, Console console) {
            this.environment = environment;
            this.console = console;
        }

        @Override
        public Integer call() {
            try (var office = environment.kafka().deadLetters()) {
                List<Pile> piles = office.piles();
                if (isJson) {
                    each(office, piles, letter -> console.say(json(letter).toString()));
                } else if (piles.isEmpty()) {
                    console.say("No dead letters.");
                } else {
                    console.say(
                            ROW.formatted("TOPIC", "OFFSET", "TIME", "REPLAYED", "KEY: REASON"));
                    each(office, piles, this::show);
                }
            }
            return 0;
        }

        private static void each(
                DeadLetterOffice office, List<Pile> piles, Consumer<DeadLetter> reader) {
            for (Pile pile : piles) {
                List<DeadLetter> letters = office.read(pile, pile.first(), AT_ONCE);
                while (!letters.isEmpty()) {
                    letters.forEach(reader);
                    letters = office.read(pile, letters.getLast().offset() + 1, AT_ONCE);
                }
            }
        }

        private void show(DeadLetter letter) {
            console.say(
                    ROW.formatted(
                            letter.topic(),
                            letter.offset(),
                            letter.time(),
                            letter.isReplayed() ? "yes" : "no",
                            letter.key() + ": " + letter.reason()));
        }
    }

    @Command(name = "show", description = "One dead letter.", mixinStandardHelpOptions = true)
    private static final class Showing implements Callable<Integer> {
        private static final int BYTES_PER_LINE = 16;

        private final Environment environment;
        private final Console console;

        @Parameters(index = "0", paramLabel = "TOPIC", description = "as 'dlq list' prints it")
        private String topic = "";

        @Parameters(index = "1", paramLabel = "OFFSET", description = "as 'dlq list' prints it")
        private long offset;

        @Mixin private final JsonOption json = new JsonOption();

        Showing(Environment environment, Console console) {
            this.environment = environment;
            this.console = console;
        }

        @Override
        public Integer call() {
            try (var office = environment.kafka().deadLetters()) {
                show(
                        office.piles().stream()
                                .filter(pile -> pile.topic().equals(topic))
                                .flatMap(pile -> office.read(pile, offset, 1).stream())
                                .filter(each -> each.offset() == offset)
                                .findFirst()
                                .orElseThrow(
                                        () ->
                                                new UserProblem(
                                                        "No letter %s %s."
                                                                .formatted(topic, offset))));
            }
            return 0;
        }

        private void show(DeadLetter letter) {
            if (json.isJson()) {
                var shown = json(letter).put("from", letter.originalPlace());
                shown.set("headers", OpsJson.MAPPER.valueToTree(letter.headers()));
                console.say(shown.put("value", letter.bytes()).toString());
                return;
            }
            console.say("from    " + letter.originalPlace());
            console.say("time    " + letter.time());
            console.say("key     " + letter.key());
            console.say("reason  " + letter.reason());
            letter.headers().forEach(header -> console.say("header  " + header));
            dump(letter.bytes());
        }

        private void dump(byte[] value) {
            for (int from = 0; from < value.length; from += BYTES_PER_LINE) {
                int to = Math.min(value.length, from + BYTES_PER_LINE);
                var text = new StringBuilder();
                for (int at = from; at < to; at++) {
                    text.append(value[at] >= ' ' && value[at] < 127 ? (char) value[at] : '.');
                }
                String hex = HexFormat.ofDelimiter(" ").formatHex(value, from, to);
                console.say("%06x  %-47s  %s".formatted(from, hex, text));
            }
        }
    }

    @Command(
            name = "replay",
            description = "Put dead letters back where they came from.",
            mixinStandardHelpOptions = true)
    private static final class Replay implements Callable<Integer> {
        private final Environment environment;
        private final Console console;

        @Parameters(
                arity = "0..1",
                paramLabel = "TOPIC",
                defaultValue = "",
                description = "only those of this dead-letter topic")
        private String topic = "";

        @Option(names = "--again", description = "also those that were replayed before")
        private boolean again;

        @Mixin private final JsonOption json = new JsonOption();

        Replay(Environment environment, Console console) {
            this.environment = environment;
            this.console = console;
        }

        @Override
        public Integer call() {
            int replayed = 0;
            try (var office = environment.kafka().deadLetters()) {
                for (Pile pile : office.piles()) {
                    if (topic.isEmpty() || pile.topic().equals(topic)) {
                        replayed +=
                                office.replay(
                                        pile,
                                        letter -> again || !letter.isReplayed(),
                                        Integer.MAX_VALUE);
                    }
                }
            }
            console.say(
                    json.isJson()
                            ? OpsJson.MAPPER.createObjectNode().put("replayed", replayed).toString()
                            : "Replayed %s dead letters.".formatted(replayed));
            return 0;
        }
    }
}
