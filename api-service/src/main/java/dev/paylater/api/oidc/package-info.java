/** Administrators who sign in at an OpenID Connect issuer. */
@NullMarked
package dev.paylater.api.oidc;

import org.jspecify.annotations.NullMarked;
