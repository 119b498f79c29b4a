@NullMarked
package dev.paylater.local.registry;

import org.jspecify.annotations.NullMarked;
