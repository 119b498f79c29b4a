package dev.paylater.connector.message;

import dev.paylater.kit.security.Sealer;
import dev.paylater.options.SealedMembers;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/**
 * Decrypts what api-service sealed in carried fields, in this process's memory only. Only what stands
 * at the places where it seals is decrypted: any other text is the merchant's own, whatever it looks
 * like.
 */
public final class SealedTexts implements Decryption {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String TEXT = "\"(" + Sealer.PREFIX + "[A-Za-z0-9_-]+)\"";
    private static final Pattern WHOLE = Pattern.compile(TEXT);
    private static final Pattern MEMBER = Pattern.compile("\"(\\w+)\":" + TEXT);

    private final Sealer sealer;

    public SealedTexts(Sealer sealer) {
        this.sealer = sealer;
    }

    @Override
    public Map<String, String> decrypt(Map<String, String> fields, String merchantId) {
        var decrypted = new HashMap<>(fields);
        decrypted.replaceAll((field, text) -> decrypt(field, text, merchantId));
        return decrypted;
    }

    private String decrypt(String field, String text, String merchantId) {
        var sealed = SealedMembers.of(field);
        return switch (sealed) {
            case NONE -> text;
            case WHOLE -> {
                var whole = WHOLE.matcher(text);
                yield whole.matches() ? plain(whole.group(1), merchantId) : text;
            }
            case PERSONAL, SDK_ENTRIES, CREDENTIALS ->
                    MEMBER.matcher(text)
                            .replaceAll(
                                    member ->
                                            Matcher.quoteReplacement(
                                                    decrypted(sealed, member, merchantId)));
        };
    }

    private String decrypted(SealedMembers sealed, MatchResult member, String merchantId) {
        return sealed.includes(member.group(1))
                ? "\"" + member.group(1) + "\":" + plain(member.group(2), merchantId)
                : member.group();
    }

    private String plain(String sealed, String merchantId) {
        return JSON.writeValueAsString(sealer.open(sealed, merchantId));
    }
}
