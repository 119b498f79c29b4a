@NullMarked
package dev.paylater.kit.security;

import org.jspecify.annotations.NullMarked;
