@NullMarked
package dev.paylater.connectors.sandbox;

import org.jspecify.annotations.NullMarked;
