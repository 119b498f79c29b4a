@NullMarked
package dev.paylater.api;

import org.jspecify.annotations.NullMarked;
