package dev.paylater.kernel.service;

import dev.paylater.kernel.command.Aggregate;
import dev.paylater.kernel.command.CommandBatch;
import dev.paylater.kernel.command.CrashPoints;
import dev.paylater.kernel.command.Received;
import dev.paylater.kernel.command.Retries;
import dev.paylater.kernel.store.DocumentStore;
import dev.paylater.kernel.store.Due;
import dev.paylater.kernel.timer.DeadlineSweeper;
import dev.paylater.kernel.timer.DeadlineSweeper.DeadlineCommand;
import dev.paylater.kit.kafka.DeadLetters;
import dev.paylater.kit.kafka.Incoming;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.MessageReader;
import dev.paylater.schemas.Topic;
import java.time.Clock;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The commands of an aggregate: where they come from, what handles them, and where its documents
 * are kept.
 *
 * @param group the consumer group, the name of the service
 * @param decoder throws IllegalArgumentException when a message has no place on the topic
 * @param deadlinePassed tells a document that its time has come
 */
public record AggregateCommands<S, C extends Received, E>(
        Topic topic,
        String group,
        Aggregate<S, C, E> aggregate,
        Function<Incoming, C> decoder,
        DocumentStore<S, E> store,
        DeadlineCommand deadlinePassed,
        CrashPoints crashPoints) {

    /** What handles polls of the topic. */
    public CommandBatch<S, C, E> batch(
            MessageReader reader,
            MessagePublisher publisher,
            DeadLetters deadLetters,
            Retries retries,
            Clock clock) {
        return new CommandBatch<>(
                aggregate,
                decoder,
                store,
                reader,
                publisher,
                deadLetters,
                retries,
                crashPoints,
                clock);
    }

    /**
     * What announces the documents that are due.
     *
     * @param share see {@link DeadlineSweeper}
     */
    public DeadlineSweeper sweeper(
            Supplier<Predicate<Due>> share, MessagePublisher publisher, Clock clock) {
        return new DeadlineSweeper(store, deadlinePassed, share, publisher, clock);
    }
}
