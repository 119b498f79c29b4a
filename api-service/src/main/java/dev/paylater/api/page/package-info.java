/** The shopper's pages: their languages, texts, amounts and templates. */
@NullMarked
package dev.paylater.api.page;

import org.jspecify.annotations.NullMarked;
