@NullMarked
package dev.paylater.orchestrator.routing;

import org.jspecify.annotations.NullMarked;
