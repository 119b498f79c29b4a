package dev.paylater.api.http;

import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The keys with which an endpoint may be called; none at all makes it public. */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Allows {
    KeyKind[] value();

    /**
     * What a secret or admin key must be allowed to do. It has no default, so that nobody forgets
     * it; nothing is needed of a publishable key, which is limited by the payment's client_secret.
     */
    Scope[] scope();
}
