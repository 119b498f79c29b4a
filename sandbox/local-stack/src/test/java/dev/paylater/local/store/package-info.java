@NullMarked
package dev.paylater.local.store;

import org.jspecify.annotations.NullMarked;
