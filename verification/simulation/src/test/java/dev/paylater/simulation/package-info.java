@org.jspecify.annotations.NullMarked
package dev.paylater.simulation;
