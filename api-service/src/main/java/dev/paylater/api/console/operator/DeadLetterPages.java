package dev.paylater.api.console.operator;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.console.ActView;
import dev.paylater.api.console.ConsolePages;
import dev.paylater.api.console.ConsolePayments;
import dev.paylater.api.console.Frame;
import dev.paylater.api.console.Menu;
import dev.paylater.api.console.Reason;
import dev.paylater.api.console.Words;
import dev.paylater.api.console.operator.DeadLettersView.Cause;
import dev.paylater.api.console.operator.DeadLettersView.Opened;
import dev.paylater.api.deadletter.DeadLetterDesk;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Audited;
import dev.paylater.api.http.Call;
import dev.paylater.api.http.ConsoleDoor;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.messaging.DeadLetter;
import dev.paylater.messaging.DeadLetterOffice.Pile;
import java.net.URLEncoder;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/** Shows dead letters by topic and cause, and puts one back or all of a cause. */
@Controller
final class DeadLetterPages {

    private static final int PAGE = 100;
    private static final String OFFSET = "offset";
    private static final String CAUSE = "cause";

    private final DeadLetterDesk desk;
    private final Clock clock;

    DeadLetterPages(DeadLetterDesk desk, Clock clock) {
        this.desk = desk;
        this.clock = clock;
    }

    @GetMapping(Menu.DEAD_LETTERS)
    @Allows(value = KeyKind.ADMIN, scope = Scope.DEAD_LETTERS)
    Answer topics(Call call) {
        List<Pile> piles = List.of();
        String complaint = null;
        try {
            piles = desk.piles();
        } catch (ApiException e) {
            complaint = e.getMessage();
        }
        return page(call, new DeadLettersView(topics(piles), null, null, complaint));
    }

    private static List<DeadLettersView.Topic> topics(List<Pile> piles) {
        return piles.stream()
                .map(
                        pile ->
                                new DeadLettersView.Topic(
                                        address(pile.topic(), pile.partition())
                                                + "?from="
                                                + pile.next(),
                                        pile.topic(),
                                        pile.size(),
                                        pile.waiting()))
                .toList();
    }

    private static Answer page(Call call, DeadLettersView view) {
        return ConsolePages.page(
                "dead_letters", Frame.of(call, "Dead letters", Menu.DEAD_LETTERS), view);
    }

    private static String address(String topic, int partition) {
        return Menu.DEAD_LETTERS + "/" + URLEncoder.encode(topic, UTF_8) + "/" + partition;
    }

    @GetMapping(Menu.DEAD_LETTERS + "/{topic}/{partition}")
    @Allows(value = KeyKind.ADMIN, scope = Scope.DEAD_LETTERS)
    Answer letters(Call call, @PathVariable String topic, @PathVariable String partition) {
        var page = desk.page(topic, number("partition", partition), from(call), PAGE);
        var pile = page.pile();
        var address = address(topic, pile.partition());
        var letters = page.letters();
        var begins = letters.isEmpty() || letters.getFirst().offset() > pile.first();
        var opened =
                new Opened(
                        topic,
                        causes(letters, address),
                        letters.stream().map(letter -> row(letter, address)).toList(),
                        begins ? address : null,
                        page.goesOn()
                                ? address + "?from=" + (letters.getLast().offset() + 1)
                                : null);
        return page(
                call,
                new DeadLettersView(topics(List.of(pile)), call.filter("done"), opened, null));
    }

    private static @Nullable Long from(Call call) {
        var from = call.filter("from");
        return from == null ? null : Long.valueOf(number("from", from));
    }

    private static int number(String name, String text) {
        if (!text.matches("[0-9]{1,9}")) {
            throw ApiException.of(Problem.malformed(name, "must be a number from 0 on"));
        }
        return Integer.parseInt(text);
    }

    private static List<Cause> causes(List<DeadLetter> letters, String address) {
        var counts = new LinkedHashMap<String, Long>();
        letters.stream()
                .filter(letter -> !letter.isReplayed())
                .forEach(letter -> counts.merge(letter.cause(), 1L, Long::sum));
        var causes = new ArrayList<Cause>();
        counts.forEach(
                (cause, count) ->
                        causes.add(new Cause(cause, count, replay(address, CAUSE, cause))));
        return causes;
    }

    private static String replay(String address, String name, String value) {
        return address + "/replay?" + name + "=" + URLEncoder.encode(value, UTF_8);
    }

    private DeadLettersView.Row row(DeadLetter letter, String address) {
        var key = letter.key().split("/", 2);
        return new DeadLettersView.Row(
                letter.offset(),
                letter.key(),
                key.length == 2 ? ConsolePayments.address(key[0], key[1]) : null,
                letter.reason(),
                Words.distance(letter.time(), clock.instant()),
                letter.bytes().length + " bytes",
                letter.isReplayed()
                        ? null
                        : replay(address, OFFSET, String.valueOf(letter.offset())));
    }

    @GetMapping(Menu.DEAD_LETTERS + "/{topic}/{partition}/replay")
    @Allows(value = KeyKind.ADMIN, scope = Scope.DEAD_LETTERS)
    Answer ask(Call call, @PathVariable String topic, @PathVariable String partition) {
        var address = address(topic, number("partition", partition));
        var offset = call.filter(OFFSET);
        var cause = call.filter(CAUSE);
        var _ = which(offset, cause);
        return ConsolePages.page(
                "act",
                Frame.of(call, "Replay", Menu.DEAD_LETTERS),
                new ActView(
                        "Replay",
                        offset == null
                                ? "All letters of this cause that were not replayed are put back to"
                                        + " the topic that they come from, at most %s at once."
                                                .formatted(DeadLetterDesk.MAX_REPLAYED)
                                : "The letter is put back to the topic that it comes from, with its"
                                        + " key, and is handled after what is there already.",
                        List.of(
                                new ActView.Fact("Topic", topic, null),
                                offset == null
                                        ? new ActView.Fact("Cause", String.valueOf(cause), null)
                                        : new ActView.Fact("Offset", offset, null)),
                        address + "/replay",
                        address,
                        about(offset, cause),
                        null,
                        Call.newFormId()));
    }

    @PostMapping(Menu.DEAD_LETTERS + "/{topic}/{partition}/replay")
    @Allows(value = KeyKind.ADMIN, scope = Scope.DEAD_LETTERS)
    @Audited("replayDeadLetters")
    Answer replay(Call call, @PathVariable String topic, @PathVariable String partition) {
        var offset = call.field(OFFSET);
        var cause = call.field(CAUSE);
        var which = which(offset, cause);
        Reason.note(call, null, topic, about(offset, cause));
        call.continueAsForm(call.field("form_id"));
        var replay = desk.replay(topic, number("partition", partition), which);
        return ConsoleDoor.redirect(
                address(topic, replay.pile().partition())
                        + "?done="
                        + replay.count()
                        + "&from="
                        + replay.pile().next());
    }

    private static Map<String, String> about(@Nullable String offset, @Nullable String cause) {
        return offset == null ? Map.of(CAUSE, String.valueOf(cause)) : Map.of(OFFSET, offset);
    }

    private static Predicate<DeadLetter> which(@Nullable String offset, @Nullable String cause) {
        if (offset != null) {
            long wanted = number(OFFSET, offset);
            return letter -> letter.offset() == wanted;
        }
        if (cause == null) {
            throw ApiException.of(Problem.missing(OFFSET));
        }
        return letter -> letter.cause().equals(cause);
    }
}
