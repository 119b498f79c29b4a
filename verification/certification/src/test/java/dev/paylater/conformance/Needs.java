package dev.paylater.conformance;

import dev.paylater.connector.kit.Capabilities.Feature;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a provider must be able to do for this case. Of a connector that declares that its provider
 * cannot, the case is no test: {@link DeclaredGaps} has those of what it declares.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Needs {

    Feature[] value() default {};

    /** A currency with so many decimals; -1 is any. */
    int decimals() default -1;
}
