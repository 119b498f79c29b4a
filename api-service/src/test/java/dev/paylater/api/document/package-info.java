@NullMarked
package dev.paylater.api.document;

import org.jspecify.annotations.NullMarked;
