@NullMarked
package dev.paylater.api.merchant;

import org.jspecify.annotations.NullMarked;
