/** What happens by itself: decisions that fall due, webhooks that are owed. */
@NullMarked
package dev.paylater.simulator.later;

import org.jspecify.annotations.NullMarked;
