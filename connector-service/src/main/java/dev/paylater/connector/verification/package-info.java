/** Whether a provider accepts an account, for whoever has just made or changed it. */
@NullMarked
package dev.paylater.connector.verification;

import org.jspecify.annotations.NullMarked;
