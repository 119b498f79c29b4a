@NullMarked
package dev.paylater.ops.topic;

import org.jspecify.annotations.NullMarked;
