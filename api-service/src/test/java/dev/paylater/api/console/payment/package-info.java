@NullMarked
package dev.paylater.api.console.payment;

import org.jspecify.annotations.NullMarked;
