package dev.paylater.api.http;

import dev.paylater.api.key.KeyKind;
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
}
