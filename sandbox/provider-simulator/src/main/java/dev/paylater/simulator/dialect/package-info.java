/** What a provider's dialect is made of: a call in, a reply out, and the steps all share. */
@NullMarked
package dev.paylater.simulator.dialect;

import org.jspecify.annotations.NullMarked;
