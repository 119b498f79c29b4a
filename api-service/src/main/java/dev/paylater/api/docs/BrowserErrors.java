package dev.paylater.api.docs;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.ErrorPage;
import java.util.Optional;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.util.HtmlUtils;

/** An error at an address of the interface that somebody has opened in a browser. */
@Component
@Order
final class BrowserErrors implements ErrorPage {

    @Override
    public Optional<Answer> of(Visit visit, ApiException error) {
        return visit.withKey()
                ? Optional.empty()
                : Optional.of(
                        DocPage.of(
                                error.status(),
                                "That did not work",
                                """
                                <p>%1$s.</p>
                                <p>The error code is <a href="/docs/errors/%2$s">%2$s</a>. What is served
                                here, and where, is on <a href="/">the first page</a>.</p>
                                """
                                        .formatted(
                                                HtmlUtils.htmlEscape(
                                                        String.valueOf(error.getMessage())),
                                                error.code().name())));
    }
}
