/** The MongoDB client with the durability that money needs. */
@NullMarked
package dev.paylater.kit.mongo;

import org.jspecify.annotations.NullMarked;
