@NullMarked
package dev.paylater.connectors.afterpay;

import org.jspecify.annotations.NullMarked;
