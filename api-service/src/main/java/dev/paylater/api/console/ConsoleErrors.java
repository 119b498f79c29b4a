package dev.paylater.api.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.ConsoleDoor;
import dev.paylater.api.http.ErrorPage;
import java.net.URLEncoder;
import java.util.Optional;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** Errors of the console as pages; who is not signed in is led there, and back afterwards. */
@Component
@Order(0)
final class ConsoleErrors implements ErrorPage {

    private static final int NOT_SIGNED_IN = 401;
    private static final String SIGN_IN = "/console/sign_in";

    @Override
    public Optional<Answer> of(Visit visit, ApiException error) {
        if (!ConsoleDoor.isOfConsole(visit.path())) {
            return Optional.empty();
        }
        if (error.status() == NOT_SIGNED_IN && !visit.path().equals(SIGN_IN)) {
            var query = visit.query().isEmpty() ? "" : "?" + visit.query();
            return Optional.of(
                    ConsoleDoor.redirect(
                            SIGN_IN + "?next=" + URLEncoder.encode(visit.path() + query, UTF_8)));
        }
        return Optional.of(
                ConsolePages.page(
                        error.status(),
                        "error",
                        Frame.ofNobody("That did not work"),
                        new ErrorView(
                                error.code().name(),
                                String.valueOf(error.getMessage()),
                                back(visit.path()))));
    }

    /** The page of the payment, for what is done to it; the first page otherwise. */
    private static String back(String path) {
        if (path.startsWith(SIGN_IN)) {
            return SIGN_IN;
        }
        var parts = path.split("/", -1);
        return parts.length > 4 && parts[2].equals("payments")
                ? "/console/payments/" + parts[3] + "/" + parts[4]
                : Menu.ATTENTION;
    }
}
