@NullMarked
package dev.paylater.kit.kafka;

import org.jspecify.annotations.NullMarked;
