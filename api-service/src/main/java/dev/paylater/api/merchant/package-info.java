/** Merchants with their profiles and connector accounts, as they are stored. */
@NullMarked
package dev.paylater.api.merchant;

import org.jspecify.annotations.NullMarked;
