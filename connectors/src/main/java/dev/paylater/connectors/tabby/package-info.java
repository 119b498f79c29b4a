/** Tabby: instalments in the Gulf, agreed on a hosted page. */
@NullMarked
package dev.paylater.connectors.tabby;

import org.jspecify.annotations.NullMarked;
