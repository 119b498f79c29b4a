package dev.paylater.api.console;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ways to sign in.
 *
 * @param roles that one click is enough for; none outside of the local profile
 * @param atIssuer where the person signs in at the issuer; null: there is none
 * @param next where the person goes on
 */
public record SignInView(List<Choice> roles, @Nullable String atIssuer, String next) {
    /** A role as it is stored, and as people read it. */
    public record Choice(String role, String text) {}
}
