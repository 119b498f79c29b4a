package dev.paylater.kit.bson;

import java.util.Locale;

/** Java names as the interface spells them. */
final class Names {

    private Names() {}

    static String snakeCase(String javaName) {
        var name = new StringBuilder(javaName.length() + 4);
        for (var i = 0; i < javaName.length(); i++) {
            var letter = javaName.charAt(i);
            if (Character.isUpperCase(letter) && i > 0) {
                name.append('_');
            }
            name.append(letter);
        }
        return name.toString().toLowerCase(Locale.ROOT);
    }
}
