package dev.paylater.api.docs;

import dev.paylater.api.error.ErrorCode;
import java.util.Arrays;
import java.util.stream.Collectors;

/** A page per error code, from the one table. The texts of the table hold no markup. */
final class ErrorPages {

    private ErrorPages() {}

    static String of(ErrorCode code) {
        return page(
                code.name() + ": " + code.title(),
                """
                <p>HTTP status %d, type <code>%s</code></p>
                <h2>When</h2><p>%s</p>
                <h2>What to do</h2><p>%s</p>
                <p><a href="/docs/errors">All codes</a></p>
                """
                        .formatted(code.status(), code.type(), code.meaning(), code.remedy()));
    }

    static String index() {
        return page(
                "Error codes",
                Arrays.stream(ErrorCode.values())
                        .map(
                                code ->
                                        "<li><a href=\"/docs/errors/%1$s\">%1$s</a>: %2$s</li>"
                                                .formatted(code.name(), code.title()))
                        .collect(Collectors.joining("\n", "<ul>", "</ul>")));
    }

    private static String page(String title, String content) {
        return """
        <!doctype html>
        <html lang="en">
        <head><meta charset="utf-8"><title>%1$s</title>
        <meta name="viewport" content="width=device-width">
        <style>body{font:1rem/1.5 system-ui;max-width:40rem;margin:3rem auto;padding:0 1rem}</style>
        </head>
        <body><h1>%1$s</h1>
        %2$s</body>
        </html>
        """
                .formatted(title, content);
    }
}
