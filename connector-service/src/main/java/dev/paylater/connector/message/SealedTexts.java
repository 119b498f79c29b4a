package dev.paylater.connector.message;

import dev.paylater.kit.security.Sealer;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/**
 * Decrypts what api-service sealed in carried fields, in this process's memory only. Only what
 * stands under the names that it seals is decrypted: any other text is the merchant's own, whatever
 * it looks like.
 */
public final class SealedTexts implements Decryption {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Set<String> SEALED_NAMES = Set.of("ssn", "birth_date");
    private static final String TEXT = "\"(" + Sealer.PREFIX + "[A-Za-z0-9_-]+)\"";
    private static final Pattern WHOLE = Pattern.compile(TEXT);
    private static final Pattern MEMBER =
            Pattern.compile("(\"(?:ssn|birth_date|connector_account_details|\\w+_sdk)\":)" + TEXT);

    private final Sealer sealer;

    public SealedTexts(Sealer sealer) {
        this.sealer = sealer;
    }

    @Override
    public Map<String, String> decrypt(Map<String, String> fields, String merchantId) {
        var decrypted = new HashMap<>(fields);
        decrypted.replaceAll((name, text) -> decrypt(name, text, merchantId));
        return decrypted;
    }

    private String decrypt(String name, String text, String merchantId) {
        var whole = WHOLE.matcher(text);
        if (SEALED_NAMES.contains(name) && whole.matches()) {
            return plain(whole.group(1), merchantId);
        }
        return MEMBER.matcher(text)
                .replaceAll(
                        member ->
                                Matcher.quoteReplacement(
                                        member.group(1) + plain(member.group(2), merchantId)));
    }

    private String plain(String sealed, String merchantId) {
        return JSON.writeValueAsString(sealer.open(sealed, merchantId));
    }
}
