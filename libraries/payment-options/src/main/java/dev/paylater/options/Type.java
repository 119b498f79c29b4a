package dev.paylater.options;

import org.jspecify.annotations.Nullable;

/**
 * Type and bounds of an option. {@code schema} names a schema of the OpenAPI document where the
 * bounds are more than a length.
 */
public sealed interface Type {

    /** An amount in minor units, from 0. */
    record Money() implements Type {}

    /** An amount in minor units of which the state machine says what it may be. */
    record Whole() implements Type {}

    record Text(int maxLength) implements Type {}

    record Flag() implements Type {}

    record Seconds() implements Type {}

    record Time() implements Type {}

    /** A code, a text with a form, or an object that is declared by itself. */
    record Declared(String schema) implements Type {}

    /**
     * A list.
     *
     * @param schema of its items
     */
    record ListOf(String schema, int maxItems) implements Type {}

    /** An object whose members are the merchant's own. */
    record Free() implements Type {}

    /** The schema of the OpenAPI document that it refers to, if it does. */
    default @Nullable String schemaName() {
        return switch (this) {
            case Declared(var schema) -> schema;
            case ListOf(var schema, _) -> schema;
            case Money _, Whole _, Text _, Flag _, Seconds _, Time _, Free _ -> null;
        };
    }

    /** As the documentation spells it. */
    default String label() {
        return switch (this) {
            case Money _ -> "int64, from 0";
            case Whole _ -> "int64";
            case Text(var most) -> "text, at most " + most;
            case Flag _ -> "true or false";
            case Seconds _ -> "int32, from 0, seconds";
            case Time _ -> "date-time";
            case Declared(var schema) -> schema;
            case ListOf(var schema, var most) -> "list of " + schema + ", at most " + most;
            case Free _ -> "object";
        };
    }
}
