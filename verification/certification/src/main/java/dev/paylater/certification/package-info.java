/** What a connector assumes of its provider, held against a real account from a user's machine. */
@NullMarked
package dev.paylater.certification;

import org.jspecify.annotations.NullMarked;
