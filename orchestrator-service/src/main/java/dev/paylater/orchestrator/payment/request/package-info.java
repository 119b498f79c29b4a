/**
 * What follows when a merchant, an operator or a timer asks for something: a class for each
 * subject.
 */
@NullMarked
package dev.paylater.orchestrator.payment.request;

import org.jspecify.annotations.NullMarked;
