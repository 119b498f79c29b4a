/** The one caller of providers: HTTP, guards, tokens, and the record of every call. */
@NullMarked
package dev.paylater.connector.call;

import org.jspecify.annotations.NullMarked;
