package dev.paylater.refund.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kernel.Entry;
import dev.paylater.kernel.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Given what has happened, when a command comes, then these events and messages follow. */
final class Scenario {

    static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    private History journal = History.EMPTY;
    private RefundContext around = RefundContext.PLAIN;
    private Instant now = START;
    private int commands;
    private String latestId = "";
    private List<RefundEvent> latest = List.of();
    private List<History.Sent> effects = List.of();
    private @Nullable Refusal refusal;

    Scenario among(RefundContext context) {
        around = context;
        return this;
    }

    Scenario after(Duration time) {
        now = now.plus(time);
        return this;
    }

    Scenario when(RefundCommand command) {
        return when("command-" + ++commands, command);
    }

    Scenario when(String commandId, RefundCommand command) {
        var before = journal.entries();
        var handled = journal.handle(commandId, command, around, now);
        journal = handled.history();
        effects = handled.sent();
        refusal = handled.refusal();
        latestId = commandId;
        latest =
                journal.entries().stream()
                        .filter(entry -> !before.contains(entry))
                        .map(Entry::event)
                        .toList();
        return this;
    }

    /** The time that is due comes, and the refund is told. */
    Scenario whenDue() {
        var due = refund().due().orElseThrow();
        now = due.isAfter(now) ? due : now;
        return when(new RefundCommand.DeadlinePassed(due));
    }

    Scenario then(RefundEvent... events) {
        assertThat(latest).containsExactly(events);
        return this;
    }

    Scenario thenKinds(Class<?>... kinds) {
        assertThat(latest.stream().<Class<?>>map(RefundEvent::getClass).toList())
                .isEqualTo(List.of(kinds));
        return this;
    }

    Scenario thenNothing() {
        assertThat(latest).isEmpty();
        assertThat(effects).isEmpty();
        return this;
    }

    Scenario thenSent(RefundMessage... messages) {
        assertThat(messages()).containsExactly(messages);
        return this;
    }

    Scenario thenSentKinds(Class<?>... kinds) {
        assertThat(messages().stream().<Class<?>>map(RefundMessage::getClass).toList())
                .isEqualTo(List.of(kinds));
        return this;
    }

    Scenario thenRefused(Refusal expected) {
        assertThat(refusal).isEqualTo(expected);
        assertThat(latest).isEmpty();
        return this;
    }

    Scenario thenStatus(RefundStatus status) {
        assertThat(refund().status()).isEqualTo(status);
        return this;
    }

    /** Delivers the latest command once more: nothing happens, and its messages are sent again. */
    Scenario whenRedelivered(RefundCommand command) {
        var sent = effects;
        var before = journal;
        when(latestId, command);
        assertThat(journal).isEqualTo(before);
        assertThat(effects).isEqualTo(sent);
        return this;
    }

    List<RefundMessage> messages() {
        var messages = new ArrayList<RefundMessage>();
        effects.forEach(effect -> messages.add(effect.message()));
        return messages;
    }

    List<RefundEvent> events() {
        return latest;
    }

    @Nullable Refusal refusal() {
        return refusal;
    }

    History journal() {
        return journal;
    }

    Refund refund() {
        return Objects.requireNonNull(journal.refund());
    }

    Instant now() {
        return now;
    }
}
