/** What merchants are told: public events out of the journals' ones. */
@NullMarked
package dev.paylater.webhook.event;

import org.jspecify.annotations.NullMarked;
