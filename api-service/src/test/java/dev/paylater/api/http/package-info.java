@NullMarked
package dev.paylater.api.http;

import org.jspecify.annotations.NullMarked;
