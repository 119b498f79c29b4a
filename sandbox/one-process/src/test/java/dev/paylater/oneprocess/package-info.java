@NullMarked
package dev.paylater.oneprocess;

import org.jspecify.annotations.NullMarked;
