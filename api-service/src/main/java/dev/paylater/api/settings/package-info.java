/** What can be set from outside. */
@NullMarked
package dev.paylater.api.settings;

import org.jspecify.annotations.NullMarked;
