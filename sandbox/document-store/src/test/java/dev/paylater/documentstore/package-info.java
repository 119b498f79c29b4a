@NullMarked
package dev.paylater.documentstore;

import org.jspecify.annotations.NullMarked;
