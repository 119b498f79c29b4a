package dev.paylater.api.docs;

import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.ContentPolicy;
import java.util.Arrays;
import java.util.stream.Collectors;

/** A page per error code, from the one table. The texts of the table hold no markup. */
final class ErrorPages {

    private ErrorPages() {}

    static Answer of(ErrorCode code) {
        return page(
                code.name() + ": " + code.title(),
                """
                <p>HTTP status %s, type <code>%s</code></p>
                <h2>When</h2><p>%s</p>
                <h2>What to do</h2><p>%s</p>
                <p><a href="/docs/errors">All codes</a></p>
                """
                        .formatted(code.status(), code.type(), code.meaning(), code.remedy()));
    }

    static Answer index() {
        return page(
                "Error codes",
                Arrays.stream(ErrorCode.values())
                        .map(
                                code ->
                                        "<li><a href=\"/docs/errors/%1$s\">%1$s</a>: %2$s</li>"
                                                .formatted(code.name(), code.title()))
                        .collect(Collectors.joining("\n", "<ul>", "</ul>")));
    }

    private static Answer page(String title, String content) {
        var policy = ContentPolicy.ofPage();
        var html =
                """
                <!doctype html>
                <html lang="en">
                <head><meta charset="utf-8"><title>%1$s</title>
                <meta name="viewport" content="width=device-width">
                <style nonce="%3$s">body{font:1rem/1.5 system-ui;max-width:40rem;margin:3rem auto;padding:0 1rem}</style>
                </head>
                <body><h1>%1$s</h1>
                %2$s</body>
                </html>
                """
                        .formatted(title, content, policy.nonce());
        return Answer.html(html, policy);
    }
}
