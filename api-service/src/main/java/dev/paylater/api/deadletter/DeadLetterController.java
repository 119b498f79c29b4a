package dev.paylater.api.deadletter;

import dev.paylater.api.document.Values;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Items;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.store.Page;
import dev.paylater.messaging.DeadLetter;
import dev.paylater.messaging.DeadLetterOffice.Pile;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Lists and replays dead letters by the interface. */
@Controller
final class DeadLetterController {

    private static final Pattern OFFSET = Pattern.compile("[0-9]{1,18}");

    private final Form replayForm;
    private final DeadLetterDesk desk;

    DeadLetterController(Forms forms, DeadLetterDesk desk) {
        this.replayForm = forms.of("DeadLetterReplayRequest");
        this.desk = desk;
    }

    @GetMapping("/admin/dead_letters")
    @Allows(value = KeyKind.ADMIN, scope = Scope.DEAD_LETTERS)
    Answer topics(Call call) {
        var piles = desk.piles();
        return Answer.json(
                json ->
                        Items.writeWhole(
                                piles, Pile::topic, DeadLetterController::writePile, json));
    }

    private static void writePile(Pile pile, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("topic", pile.topic());
        json.writeNumberProperty("partition", pile.partition());
        json.writeNumberProperty("letters", pile.size());
        json.writeNumberProperty("waiting", pile.waiting());
        json.writeNumberProperty("next_offset", pile.next());
        json.writeEndObject();
    }

    @GetMapping("/admin/dead_letters/{topic}")
    @Allows(value = KeyKind.ADMIN, scope = Scope.DEAD_LETTERS)
    Answer list(Call call, @PathVariable String topic) {
        var from = number(call, "from");
        var partition = number(call, "partition");
        var page =
                desk.page(
                        topic,
                        partition == null ? 0 : (int) Math.min(partition, Integer.MAX_VALUE),
                        from,
                        Page.limit(call.query("limit")));
        return Answer.json(
                json -> {
                    json.writeStartObject();
                    json.writeName("data");
                    Items.write(
                            page.letters(), DeadLetter::topic, DeadLetterController::write, json);
                    json.writeBooleanProperty("has_more", page.goesOn());
                    json.writeEndObject();
                });
    }

    private static @Nullable Long number(Call call, String name) {
        var text = call.query(name);
        if (text == null) {
            return null;
        }
        if (!OFFSET.matcher(text).matches()) {
            throw ApiException.of(Problem.malformed(name, "must be a number from 0 on"));
        }
        return Long.parseLong(text);
    }

    private static void write(DeadLetter letter, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("topic", letter.topic());
        json.writeNumberProperty("partition", letter.partition());
        json.writeNumberProperty("offset", letter.offset());
        json.writeName("at");
        Values.time(letter.time(), json);
        json.writeStringProperty("key", letter.key());
        json.writeStringProperty("reason", letter.reason());
        json.writeStringProperty("cause", letter.cause());
        json.writeNumberProperty("bytes", letter.bytes().length);
        json.writeBooleanProperty("replayed", letter.isReplayed());
        json.writeEndObject();
    }

    @PostMapping("/admin/dead_letters/{topic}/replay")
    @Allows(value = KeyKind.ADMIN, scope = Scope.DEAD_LETTERS)
    Answer replay(Call call, @PathVariable String topic) {
        var body = call.read(replayForm);
        var which = which(body);
        call.changes(null, topic, null, Json.text(body));
        var replay = desk.replay(topic, body.path("partition").intValue(0), which);
        return Answer.json(
                json -> {
                    json.writeStartObject();
                    json.writeNumberProperty("replayed", replay.count());
                    json.writeNumberProperty("waiting", replay.pile().waiting());
                    json.writeEndObject();
                });
    }

    private static Predicate<DeadLetter> which(ObjectNode body) {
        var cause = body.get("cause");
        var offsets =
                body.path("offsets")
                        .valueStream()
                        .map(JsonNode::longValue)
                        .collect(Collectors.toUnmodifiableSet());
        if ((cause == null) == offsets.isEmpty()) {
            throw ApiException.of(
                    Problem.inconsistent("offsets", "Give either offsets or a cause"));
        }
        return cause == null
                ? letter -> offsets.contains(letter.offset())
                : letter -> letter.cause().equals(cause.stringValue());
    }
}
