package dev.paylater.api.form;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.format.Format;
import dev.paylater.kit.outgoing.WebAddress;

/** iri: an http or https address that can be called, in the letters of any language. */
final class AddressFormat implements Format {

    @Override
    public String getName() {
        return "iri";
    }

    @Override
    public String getMessageKey() {
        return "format.iri";
    }

    @Override
    public boolean matches(ExecutionContext context, String value) {
        return complaint(value).isEmpty();
    }

    /** Why a text is no such address; empty when it is one. */
    static String complaint(String text) {
        try {
            var _ = WebAddress.of(text);
            return "";
        } catch (WebAddress.Unusable e) {
            return String.valueOf(e.getMessage());
        }
    }
}
