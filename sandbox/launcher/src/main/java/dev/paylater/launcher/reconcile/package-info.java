@NullMarked
package dev.paylater.launcher.reconcile;

import org.jspecify.annotations.NullMarked;
