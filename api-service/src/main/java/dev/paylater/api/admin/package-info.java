/** Administration of merchants: profiles, keys, connector accounts, routing. */
@NullMarked
package dev.paylater.api.admin;

import org.jspecify.annotations.NullMarked;
