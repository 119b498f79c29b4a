@NullMarked
package dev.paylater.teststack;

import org.jspecify.annotations.NullMarked;
