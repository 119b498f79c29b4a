package dev.paylater.kernel;

import java.time.Instant;

/**
 * One event as it is kept in the journal.
 *
 * @param sequence counts the events from 1; only a superseded entry leaves a gap
 * @param cause message id of the command that led to it
 */
public record Entry<E>(long sequence, Instant at, String cause, E event) {}
