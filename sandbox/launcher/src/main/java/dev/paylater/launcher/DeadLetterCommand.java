package dev.paylater.launcher;

import dev.paylater.launcher.process.Problem;
import dev.paylater.launcher.process.Service;
import dev.paylater.messaging.DeadLetter;
import dev.paylater.messaging.DeadLetterOffice;
import dev.paylater.messaging.DeadLetterOffice.Pile;
import dev.paylater.messaging.DeadLettersUnavailable;
import dev.paylater.messaging.ReplayRefused;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Looks at what could not be handled, and puts back what was only unlucky. */
@Command(
        name = "dlq",
        description = "List, show and replay dead letters.",
        mixinStandardHelpOptions = true)
final class DeadLetterCommand {
    private DeadLetterCommand() {}

    static CommandLine commandLine(Stack stack) {
        return new CommandLine(new DeadLetterCommand())
                .addSubcommand(new Listing(stack))
                .addSubcommand(new Showing(stack))
                .addSubcommand(new Replay(stack));
    }

    private static DeadLetterOffice open(Stack stack) {
        stack.require(Service.KAFKA);
        return DeadLetterOffice.at(stack.infrastructure().address(Service.KAFKA));
    }

    @Command(name = "list", description = "All dead letters.", mixinStandardHelpOptions = true)
    private record Listing(Stack stack) implements Callable<Integer> {
        private static final String ROW = "%-34s %8s %-24s %-9s %s";
        private static final int AT_ONCE = 500;

        @Override
        public Integer call() {
            try (var office = open(stack)) {
                List<Pile> piles = office.piles();
                if (piles.isEmpty()) {
                    stack.console().say("No dead letters.");
                    return 0;
                }
                stack.console()
                        .say(ROW.formatted("TOPIC", "OFFSET", "TIME", "REPLAYED", "KEY: REASON"));
                for (Pile pile : piles) {
                    List<DeadLetter> letters = office.read(pile, pile.first(), AT_ONCE);
                    while (!letters.isEmpty()) {
                        letters.forEach(this::show);
                        letters = office.read(pile, letters.getLast().offset() + 1, AT_ONCE);
                    }
                }
            }
            return 0;
        }

        private void show(DeadLetter letter) {
            stack.console()
                    .say(
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

        private final Stack stack;

        @Parameters(index = "0", paramLabel = "TOPIC", description = "as 'dlq list' prints it")
        private String topic = "";

        @Parameters(index = "1", paramLabel = "OFFSET", description = "as 'dlq list' prints it")
        private long offset;

        Showing(Stack stack) {
            this.stack = stack;
        }

        @Override
        public Integer call() {
            try (var office = open(stack)) {
                DeadLetter letter =
                        office.piles().stream()
                                .filter(pile -> pile.topic().equals(topic))
                                .flatMap(pile -> office.read(pile, offset, 1).stream())
                                .filter(each -> each.offset() == offset)
                                .findFirst()
                                .orElseThrow(
                                        () ->
                                                new Problem(
                                                        "No letter %s %s."
                                                                .formatted(topic, offset)));
                stack.console().say("from    " + letter.originalPlace());
                stack.console().say("time    " + letter.time());
                stack.console().say("key     " + letter.key());
                stack.console().say("reason  " + letter.reason());
                letter.headers().forEach(header -> stack.console().say("header  " + header));
                dump(letter.bytes());
            }
            return 0;
        }

        private void dump(byte[] value) {
            for (int from = 0; from < value.length; from += BYTES_PER_LINE) {
                int to = Math.min(value.length, from + BYTES_PER_LINE);
                var text = new StringBuilder();
                for (int at = from; at < to; at++) {
                    text.append(value[at] >= ' ' && value[at] < 127 ? (char) value[at] : '.');
                }
                String hex = HexFormat.ofDelimiter(" ").formatHex(value, from, to);
                stack.console().say("%06x  %-47s  %s".formatted(from, hex, text));
            }
        }
    }

    @Command(
            name = "replay",
            description = "Put dead letters back where they came from.",
            mixinStandardHelpOptions = true)
    private static final class Replay implements Callable<Integer> {
        private final Stack stack;

        @Parameters(
                arity = "0..1",
                paramLabel = "TOPIC",
                defaultValue = "",
                description = "only those of this dead-letter topic")
        private String topic = "";

        @Option(names = "--again", description = "also those that were replayed before")
        private boolean again;

        Replay(Stack stack) {
            this.stack = stack;
        }

        @Override
        public Integer call() {
            try (var office = open(stack)) {
                int replayed = 0;
                for (Pile pile : office.piles()) {
                    if (topic.isEmpty() || pile.topic().equals(topic)) {
                        replayed +=
                                office.replay(
                                        pile,
                                        letter -> again || !letter.isReplayed(),
                                        Integer.MAX_VALUE);
                    }
                }
                stack.console().say("Replayed %s dead letters.".formatted(replayed));
            } catch (DeadLettersUnavailable | ReplayRefused e) {
                throw new Problem(String.valueOf(e.getMessage()), e);
            }
            return 0;
        }
    }
}
