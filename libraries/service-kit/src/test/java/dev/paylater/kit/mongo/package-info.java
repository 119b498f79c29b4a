@NullMarked
package dev.paylater.kit.mongo;

import org.jspecify.annotations.NullMarked;
