package dev.paylater.connector.call;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.HttpCall;
import dev.paylater.kit.security.CustomerAddresses;
import java.net.URLEncoder;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * All that authenticates a call, so that it can be taken out of texts: the account's credentials,
 * and the token or signature that was made of them.
 */
final class Credentials {

    static final String MASK = "***";

    private static final Pattern AUTHENTICATING =
            Pattern.compile(
                    "authorization|token|secret|signature|api.?key|cookie|password",
                    Pattern.CASE_INSENSITIVE);

    /**
     * Of JSON: tokens that a provider gives are no credentials of ours, and open as much; numbers
     * of identity papers, accounts and cards nobody needs who helps with a payment.
     */
    private static final Pattern SECRET_MEMBER =
            Pattern.compile(
                    "(\"\\w*(?:token|secret|password|api_?key|ssn|security_?number|iban"
                            + "|national_?id|identification_?number|identity_?number"
                            + "|personal_?number|account_?number|card_?number|cvc|cvv)"
                            + "\"\\s*:\\s*)(?:\"[^\"]*\"?|\\d[\\d.]*)",
                    Pattern.CASE_INSENSITIVE);

    private static final Pattern SECRET_PARAMETER =
            Pattern.compile(
                    "([?&][^=&]*(?:token|key|secret|sig|auth|pass|hash)[^=&]*=)[^&#]*",
                    Pattern.CASE_INSENSITIVE);

    /** Of the customer's way back to paylater, for whoever has it; in a form it is encoded. */
    private static final Pattern PROOF =
            Pattern.compile(
                    "(" + CustomerAddresses.PROOF + "(?:=|%3D))[0-9a-f]+",
                    Pattern.CASE_INSENSITIVE);

    private final Pattern values;

    private Credentials(Pattern values) {
        this.values = values;
    }

    /** Those of an account, and of a call that was made with it. */
    static Credentials of(Account account, HttpCall call) {
        var values = new HashSet<String>();
        account.credentials().values().forEach(secret -> add(secret.value(), values));
        var webhookSecret = account.webhookSecret();
        if (webhookSecret != null) {
            add(webhookSecret.value(), values);
        }
        call.headers()
                .forEach(
                        (name, value) -> {
                            if (AUTHENTICATING.matcher(name).find()) {
                                add(value, values);
                                add(value.substring(value.indexOf(' ') + 1), values);
                            }
                        });
        // The longest first: a short one may be part of a longer one.
        return new Credentials(
                Pattern.compile(
                        values.stream()
                                .sorted(Comparator.comparingInt(String::length).reversed())
                                .map(Pattern::quote)
                                .collect(Collectors.joining("|", "(?:", ")")),
                        Pattern.CASE_INSENSITIVE));
    }

    /** As it is, and as it stands in addresses, forms and JSON. */
    private static void add(String value, Set<String> values) {
        if (value.isBlank()) {
            return;
        }
        var form = URLEncoder.encode(value, UTF_8);
        var json = new String(JsonStringEncoder.getInstance().quoteAsCharArray(value));
        values.add(value);
        values.add(form);
        values.add(form.replace("+", "%20"));
        values.add(json);
        values.add(json.replace("/", "\\/"));
    }

    String masked(String text) {
        var found = values.pattern().equals("(?:)") ? text : masked(values, text);
        found = PROOF.matcher(found).replaceAll("$1" + Matcher.quoteReplacement(MASK));
        return SECRET_MEMBER
                .matcher(found)
                .replaceAll("$1\"" + Matcher.quoteReplacement(MASK) + "\"");
    }

    private static String masked(Pattern values, String text) {
        return values.matcher(text).replaceAll(Matcher.quoteReplacement(MASK));
    }

    /** An address without the values of parameters whose names say that they are secret. */
    String maskedUrl(String url) {
        return SECRET_PARAMETER
                .matcher(masked(url))
                .replaceAll("$1" + Matcher.quoteReplacement(MASK));
    }
}
