/** What operators look at: the audit log, dead letters, reconciliations and services. */
@NullMarked
package dev.paylater.api.console.operator;

import org.jspecify.annotations.NullMarked;
