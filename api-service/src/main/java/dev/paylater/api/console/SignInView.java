package dev.paylater.api.console;

import java.util.List;

/**
 * The ways to sign in.
 *
 * @param roles that one click is enough for; none outside of the local profile
 * @param next where the person goes on
 */
public record SignInView(List<Choice> roles, String next) {
    /** A role as it is stored, and as people read it. */
    public record Choice(String role, String text) {}
}
