/**
 * Talks to the BNPL providers: takes orders from the connectors' topics, carries them out, and
 * tells what came of them; lets the providers' webhooks in.
 */
@NullMarked
package dev.paylater.connector;

import org.jspecify.annotations.NullMarked;
