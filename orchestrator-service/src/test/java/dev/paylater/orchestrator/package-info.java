@org.jspecify.annotations.NullMarked
package dev.paylater.orchestrator;
