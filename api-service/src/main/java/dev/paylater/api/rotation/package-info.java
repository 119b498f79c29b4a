/** What follows when an operator exchanges keys: texts at rest move to the new one. */
@NullMarked
package dev.paylater.api.rotation;

import org.jspecify.annotations.NullMarked;
