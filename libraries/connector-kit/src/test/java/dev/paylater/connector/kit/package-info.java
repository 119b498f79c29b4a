@NullMarked
package dev.paylater.connector.kit;

import org.jspecify.annotations.NullMarked;
