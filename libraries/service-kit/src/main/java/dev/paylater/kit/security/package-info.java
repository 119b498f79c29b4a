/** Encryption at rest and the tokens with which services call each other. */
@NullMarked
package dev.paylater.kit.security;

import org.jspecify.annotations.NullMarked;
