@NullMarked
package dev.paylater.local.cli.reconcile;

import org.jspecify.annotations.NullMarked;
