@NullMarked
package dev.paylater.kit.bson;

import org.jspecify.annotations.NullMarked;
