/** What a provider answered, as connectors, payments and refunds all understand it. */
@NullMarked
package dev.paylater.provider;

import org.jspecify.annotations.NullMarked;
