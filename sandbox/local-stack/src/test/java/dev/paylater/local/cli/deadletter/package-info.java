@NullMarked
package dev.paylater.local.cli.deadletter;

import org.jspecify.annotations.NullMarked;
