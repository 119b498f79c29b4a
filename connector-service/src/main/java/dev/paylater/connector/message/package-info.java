/** Between the messages on the topics and the connectors' own values. */
@NullMarked
package dev.paylater.connector.message;

import org.jspecify.annotations.NullMarked;
