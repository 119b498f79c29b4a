@NullMarked
package dev.paylater.launcher.topic;

import org.jspecify.annotations.NullMarked;
