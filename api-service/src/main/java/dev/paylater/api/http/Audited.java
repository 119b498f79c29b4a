package dev.paylater.api.http;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A merchant's own call that has lines in the audit log, because it changes where events go or with
 * what they are signed. Calls of administrators and deletions have lines without it.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Audited {
    /** How the audit log names the act, where its path is not described in the interface. */
    String value() default "";
}
