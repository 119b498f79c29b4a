@NullMarked
package dev.paylater.api.store;

import org.jspecify.annotations.NullMarked;
