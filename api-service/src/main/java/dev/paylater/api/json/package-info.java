/** JSON as every part of this service reads and writes it. */
@NullMarked
package dev.paylater.api.json;

import org.jspecify.annotations.NullMarked;
