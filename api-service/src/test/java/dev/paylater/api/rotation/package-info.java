@NullMarked
package dev.paylater.api.rotation;

import org.jspecify.annotations.NullMarked;
