@NullMarked
package dev.paylater.api.key;

import org.jspecify.annotations.NullMarked;
