/** Ten troubles of a night: which alert tells of each, and what its runbook does about it. */
@NullMarked
package dev.paylater.e2e.gameday;

import org.jspecify.annotations.NullMarked;
