/** What is logged: by which keys, and how often. */
@NullMarked
package dev.paylater.kit.log;

import org.jspecify.annotations.NullMarked;
