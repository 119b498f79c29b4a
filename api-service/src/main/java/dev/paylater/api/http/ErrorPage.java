package dev.paylater.api.http;

import dev.paylater.api.error.ApiException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a person is shown in place of an error's JSON. The pages stand on this package, which only
 * knows that there may be one.
 */
public interface ErrorPage {

    /**
     * A request of somebody who prefers HTML.
     *
     * @param query as it was sent; empty: none
     * @param languages the value of Accept-Language; null: none
     * @param withKey whether a key or token came along, which a program sends and a person does not
     */
    record Visit(String path, String query, @Nullable String languages, boolean withKey) {}

    /** Empty where no person comes to this path. */
    Optional<Answer> of(Visit visit, ApiException error);
}
