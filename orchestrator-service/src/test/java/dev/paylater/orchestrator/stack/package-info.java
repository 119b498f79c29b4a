@NullMarked
package dev.paylater.orchestrator.stack;

import org.jspecify.annotations.NullMarked;
