@NullMarked
package dev.paylater.ops.nightly;

import org.jspecify.annotations.NullMarked;
