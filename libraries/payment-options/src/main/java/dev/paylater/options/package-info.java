/**
 * The options of a payment: every field of the create, update, confirm and capture bodies, defined
 * once. Parsing, client rights, storing, sealing, showing and docs/merchants/options.md follow.
 */
@NullMarked
package dev.paylater.options;

import org.jspecify.annotations.NullMarked;
