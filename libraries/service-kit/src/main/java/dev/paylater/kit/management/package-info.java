/** What operators look at, apart from what everybody calls. */
@NullMarked
package dev.paylater.kit.management;

import org.jspecify.annotations.NullMarked;
