/** What every service needs around its core and none of them owns. */
@NullMarked
package dev.paylater.kit;

import org.jspecify.annotations.NullMarked;
