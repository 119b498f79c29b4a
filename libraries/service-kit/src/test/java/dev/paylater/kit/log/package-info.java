@NullMarked
package dev.paylater.kit.log;

import org.jspecify.annotations.NullMarked;
