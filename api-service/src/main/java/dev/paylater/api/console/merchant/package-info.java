/** What a merchant has set up: connector accounts, keys, routing rules and webhook endpoints. */
@NullMarked
package dev.paylater.api.console.merchant;

import org.jspecify.annotations.NullMarked;
