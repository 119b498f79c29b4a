/**
 * Mixed load on the running system while its processes are killed, and the audit of what is left.
 */
@NullMarked
package dev.paylater.e2e.chaos;

import org.jspecify.annotations.NullMarked;
