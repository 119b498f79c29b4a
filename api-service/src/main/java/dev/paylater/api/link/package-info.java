/** Payment links: a page on which a customer pays. */
@NullMarked
package dev.paylater.api.link;

import org.jspecify.annotations.NullMarked;
