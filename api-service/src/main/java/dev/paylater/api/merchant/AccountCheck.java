package dev.paylater.api.merchant;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.connector.kit.AccountForm;
import dev.paylater.connector.kit.AccountForm.Setting;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connectors.Connectors;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Whether what an account is made of is what its connector declares. An account that could not be
 * used would be noticed at its first payment only.
 */
public final class AccountCheck {

    private static final String CREDENTIALS = "credentials";
    private static final String SETTINGS = "settings";

    private static final Map<String, AccountForm> FORMS =
            Connectors.all().stream()
                    .collect(Collectors.toUnmodifiableMap(Connector::name, Connector::accountForm));

    private AccountCheck() {}

    /** What an account at this connector has. */
    public static AccountForm formOf(String connector) {
        return Objects.requireNonNull(FORMS.get(connector), connector);
    }

    /** Requires credentials and settings, where they are sent, to be those of the connector. */
    public static void require(String connector, ObjectNode sent) {
        var form = formOf(connector);
        Stream.of(
                        sent.has(CREDENTIALS)
                                ? ofCredentials(connector, form, sent.get(CREDENTIALS))
                                : Optional.<Problem>empty(),
                        sent.has(SETTINGS)
                                ? ofSettings(connector, form, sent.get(SETTINGS))
                                : Optional.<Problem>empty())
                .flatMap(Optional::stream)
                .findFirst()
                .ifPresent(
                        problem -> {
                            throw ApiException.of(problem);
                        });
    }

    private static Optional<Problem> ofCredentials(
            String connector, AccountForm form, JsonNode sent) {
        var names = form.credentials();
        return unknown(connector, CREDENTIALS, names, sent)
                .or(
                        () ->
                                names.stream()
                                        .filter(name -> !sent.path(name).isString())
                                        .findFirst()
                                        .map(name -> missing(connector, name)))
                .or(
                        () ->
                                names.stream()
                                        .filter(name -> sent.path(name).stringValue().isBlank())
                                        .findFirst()
                                        .map(
                                                name ->
                                                        Problem.malformed(
                                                                CREDENTIALS + "." + name,
                                                                "must not be empty")));
    }

    private static Problem missing(String connector, String name) {
        return Problem.missing(
                CREDENTIALS + "." + name,
                "%s needs the credential %s, a text".formatted(connector, name));
    }

    private static Optional<Problem> ofSettings(String connector, AccountForm form, JsonNode sent) {
        var settings = form.allSettings().toList();
        return unknown(connector, SETTINGS, settings.stream().map(Setting::name).toList(), sent)
                .or(
                        () ->
                                settings.stream()
                                        .filter(setting -> sent.has(setting.name()))
                                        .filter(setting -> !fits(setting, sent.get(setting.name())))
                                        .findFirst()
                                        .map(
                                                setting ->
                                                        Problem.malformed(
                                                                SETTINGS + "." + setting.name(),
                                                                "must be " + what(setting))));
    }

    private static boolean fits(Setting setting, JsonNode value) {
        return switch (setting.kind()) {
            case TEXT -> value.isString();
            case FLAG -> value.isBoolean();
            case NUMBER -> value.isIntegralNumber();
            case OBJECT -> value.isObject();
        };
    }

    private static String what(Setting setting) {
        return switch (setting.kind()) {
            case TEXT -> "a text";
            case FLAG -> "true or false";
            case NUMBER -> "an integer";
            case OBJECT -> "an object";
        };
    }

    private static Optional<Problem> unknown(
            String connector, String member, List<String> known, JsonNode sent) {
        return sent.propertyNames().stream()
                .filter(name -> !known.contains(name))
                .findFirst()
                .map(
                        name ->
                                Problem.malformed(
                                        member + "." + name,
                                        "is nothing that an account at %s has; %s"
                                                .formatted(connector, closest(name, known))));
    }

    private static String closest(String name, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(other -> distance(name, other)))
                .map(other -> "the closest name is " + other)
                .orElse("it has none");
    }

    /** Levenshtein's: how many characters are to be put in, left out or exchanged. */
    private static int distance(String one, String other) {
        var row = IntStream.rangeClosed(0, other.length()).toArray();
        for (var i = 1; i <= one.length(); i++) {
            var diagonal = row[0];
            row[0] = i;
            for (var j = 1; j <= other.length(); j++) {
                var above = row[j];
                var exchanged = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(exchanged, 1 + Math.min(above, row[j - 1]));
                diagonal = above;
            }
        }
        return row[other.length()];
    }
}
