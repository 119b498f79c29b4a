/** What administrators did, line by line. */
@NullMarked
package dev.paylater.api.audit;

import org.jspecify.annotations.NullMarked;
