package dev.paylater.api.docs;

import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.http.Answer;
import java.util.Arrays;
import java.util.stream.Collectors;

/** A page per error code, from the one table. The texts of the table hold no markup. */
final class ErrorPages {

    private ErrorPages() {}

    static Answer of(ErrorCode code) {
        return DocPage.of(
                code.name() + ": " + code.title(),
                """
                <p>HTTP status %s, type <code>%s</code></p>
                <h2>When</h2><p>%s</p>
                <h2>What to do</h2><p>%s</p>
                <p><a href="/docs/errors">All codes</a></p>
                """
                        .formatted(code.statusText(), code.type(), code.meaning(), code.remedy()));
    }

    static Answer index() {
        return DocPage.of(
                "Error codes",
                Arrays.stream(ErrorCode.values())
                        .map(
                                code ->
                                        "<li><a href=\"/docs/errors/%1$s\">%1$s</a>: %2$s</li>"
                                                .formatted(code.name(), code.title()))
                        .collect(Collectors.joining("\n", "<ul>", "</ul>")));
    }
}
