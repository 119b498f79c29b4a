@NullMarked
package dev.paylater.api.link;

import org.jspecify.annotations.NullMarked;
