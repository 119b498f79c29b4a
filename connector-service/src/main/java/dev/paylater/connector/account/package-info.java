/** Connector accounts as merchants configured them, and what the connectors can serve. */
@NullMarked
package dev.paylater.connector.account;

import org.jspecify.annotations.NullMarked;
