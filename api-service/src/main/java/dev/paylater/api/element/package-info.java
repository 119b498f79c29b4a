/** The custom elements for a shop's own page. */
@NullMarked
package dev.paylater.api.element;

import org.jspecify.annotations.NullMarked;
