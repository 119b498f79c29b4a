@NullMarked
package dev.paylater.local.cli.kafka;

import org.jspecify.annotations.NullMarked;
