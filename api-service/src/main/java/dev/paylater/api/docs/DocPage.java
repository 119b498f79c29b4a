package dev.paylater.api.docs;

import dev.paylater.api.http.Answer;
import dev.paylater.api.http.ContentPolicy;

/** A page for developers; what of its text comes from a request is escaped before. */
final class DocPage {

    private DocPage() {}

    static Answer of(String title, String content) {
        return of(200, title, content);
    }

    static Answer of(int status, String title, String content) {
        var policy = ContentPolicy.ofPage();
        var html =
                """
                <!doctype html>
                <html lang="en">
                <head><meta charset="utf-8"><title>%1$s</title>
                <meta name="viewport" content="width=device-width">
                <style nonce="%3$s">body{font:1rem/1.5 system-ui;max-width:40rem;margin:3rem auto;padding:0 1rem}</style>
                </head>
                <body><main><h1>%1$s</h1>
                %2$s</main></body>
                </html>
                """
                        .formatted(title, content, policy.nonce());
        return Answer.html(status, html, policy);
    }
}
