@NullMarked
package dev.paylater.api.page;

import org.jspecify.annotations.NullMarked;
