package dev.paylater.api.console;

/**
 * JSON on lines that somebody can read. Only white space between its parts is changed, so that what
 * was sent is seen as it was, and a text that was cut can be read as well.
 */
public final class IndentedJson {

    private final String text;
    private final StringBuilder indented = new StringBuilder();
    private int depth;

    private IndentedJson(String text) {
        this.text = text;
    }

    /** A text that begins neither a JSON object nor a list is returned unchanged. */
    public static String of(String text) {
        var begin = text.stripLeading();
        return begin.startsWith("{") || begin.startsWith("[")
                ? new IndentedJson(text).indent()
                : text;
    }

    private String indent() {
        var at = 0;
        while (at < text.length()) {
            var end = endOfPart(at);
            put(text.substring(at, end));
            at = end;
        }
        return indented.toString();
    }

    /** A string or a single character. */
    private int endOfPart(int begin) {
        if (text.charAt(begin) != '"') {
            return begin + 1;
        }
        var end = begin + 1;
        while (end < text.length() && text.charAt(end) != '"') {
            end += text.charAt(end) == '\\' ? 2 : 1;
        }
        return Math.min(end + 1, text.length());
    }

    private void put(String part) {
        switch (part) {
            case "{", "[" -> {
                indented.append(part);
                depth++;
                newLine();
            }
            case "}", "]" -> close(part);
            case "," -> {
                indented.append(part);
                newLine();
            }
            case ":" -> indented.append(": ");
            default -> {
                if (!part.isBlank()) {
                    indented.append(part);
                }
            }
        }
    }

    /** An empty object or list is closed on the line on which it begins. */
    private void close(String part) {
        depth = Math.max(depth - 1, 0);
        var last = indented.length();
        while (last > 0 && Character.isWhitespace(indented.charAt(last - 1))) {
            last--;
        }
        indented.setLength(last);
        var isEmpty = last > 0 && "{[".indexOf(indented.charAt(last - 1)) >= 0;
        if (!isEmpty) {
            newLine();
        }
        indented.append(part);
    }

    private void newLine() {
        indented.append('\n').repeat("  ", depth);
    }
}
