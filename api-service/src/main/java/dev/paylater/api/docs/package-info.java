/** The interface described: the OpenAPI document, a page to try it, the error codes. */
@NullMarked
package dev.paylater.api.docs;

import org.jspecify.annotations.NullMarked;
