@NullMarked
package dev.paylater.api.session;

import org.jspecify.annotations.NullMarked;
