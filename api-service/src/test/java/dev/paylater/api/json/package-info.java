@NullMarked
package dev.paylater.api.json;

import org.jspecify.annotations.NullMarked;
