/** Commands to the orchestrator, and the wait for what comes of them. */
@NullMarked
package dev.paylater.api.command;

import org.jspecify.annotations.NullMarked;
