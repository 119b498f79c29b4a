package dev.paylater.connector.kit;

import org.jspecify.annotations.Nullable;

/**
 * A name that is known as one text, as providers want it.
 *
 * @param first all words but the last, or the only one
 * @param last the last word; null: there is one word only
 */
public record PersonName(String first, @Nullable String last) {

    /** The parts of a name. */
    public static PersonName of(String name) {
        var words = name.strip();
        var space = words.lastIndexOf(' ');
        return space < 0
                ? new PersonName(words, null)
                : new PersonName(words.substring(0, space).strip(), words.substring(space + 1));
    }
}
