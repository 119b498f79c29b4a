package dev.paylater.api.form;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.format.Format;
import java.util.regex.Pattern;

/**
 * idn-email: what can be an e-mail address. Which there are only mail can tell; one that providers
 * take and this does not would end a checkout.
 */
final class EmailFormat implements Format {

    private static final Pattern FORM =
            Pattern.compile("[^\\s@<>,;]+@[^\\s@<>,;]+", Pattern.UNICODE_CHARACTER_CLASS);

    @Override
    public String getName() {
        return "idn-email";
    }

    @Override
    public String getMessageKey() {
        return "format.idn-email";
    }

    @Override
    public boolean matches(ExecutionContext context, String value) {
        return FORM.matcher(value.strip()).matches();
    }
}
