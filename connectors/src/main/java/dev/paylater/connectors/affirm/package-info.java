/** Affirm: loans in North America, agreed on a hosted page. */
@NullMarked
package dev.paylater.connectors.affirm;

import org.jspecify.annotations.NullMarked;
