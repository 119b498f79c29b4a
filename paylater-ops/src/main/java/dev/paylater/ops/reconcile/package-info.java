@NullMarked
package dev.paylater.ops.reconcile;

import org.jspecify.annotations.NullMarked;
