package dev.paylater.api.key;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import org.springframework.stereotype.Component;

/**
 * What payments are found by where only the e-mail address is known, which is sealed: a keyed hash
 * of it, kept beside it. Of one address two merchants have different ones.
 */
@Component
public final class EmailHashes {

    /** The carried field that holds it. */
    public static final String FIELD = "email_hash";

    private static final String PURPOSE = "email";

    private final Pepper pepper;

    public EmailHashes(Pepper pepper) {
        this.pepper = pepper;
    }

    /** The hash to keep. */
    public String of(String merchantId, String email) {
        return pepper.hash(PURPOSE, text(merchantId, email)).stored();
    }

    /** The hashes that it may have been kept as: one with each key that is valid. */
    public List<String> all(String merchantId, String email) {
        return pepper.hashes(PURPOSE, text(merchantId, email)).map(Pepper.Hash::stored).toList();
    }

    private static String text(String merchantId, String email) {
        return merchantId
                + "/"
                + Normalizer.normalize(email.strip(), Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
    }
}
