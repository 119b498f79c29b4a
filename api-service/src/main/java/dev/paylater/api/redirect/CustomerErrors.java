package dev.paylater.api.redirect;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.ErrorPage;
import java.util.Optional;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Errors at the addresses that customers open: payment links, and the way to a provider and back.
 */
@Component
@Order(0)
final class CustomerErrors implements ErrorPage {

    private static final int TOO_MANY = 429;

    private final CustomerPages pages;

    CustomerErrors(CustomerPages pages) {
        this.pages = pages;
    }

    @Override
    public Optional<Answer> of(Visit visit, ApiException error) {
        return isForCustomers(visit.path())
                ? Optional.of(pages.error(visit, error.status(), isOurs(error.status())))
                : Optional.empty();
    }

    private static boolean isForCustomers(String path) {
        return path.startsWith("/pay/")
                || path.startsWith("/payments/redirect/")
                || path.contains("/redirect/response/");
    }

    /** Whether the address may be right, and trying again helps. */
    private static boolean isOurs(int status) {
        return status >= 500 || status == TOO_MANY;
    }
}
