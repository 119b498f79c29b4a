/** The way of a command: from a record of a topic to events, a document, messages and a reply. */
@NullMarked
package dev.paylater.kernel.command;

import org.jspecify.annotations.NullMarked;
