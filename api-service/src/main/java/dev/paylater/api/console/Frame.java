package dev.paylater.api.console;

import dev.paylater.api.http.Call;
import dev.paylater.api.key.Role;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Around every page of the console.
 *
 * @param person who is signed in; null: nobody
 * @param formToken of the session; empty without one
 * @param links of the pages that this person may open
 */
public record Frame(String title, @Nullable String person, String formToken, List<Link> links) {

    /** A page of the navigation. */
    public record Link(String address, String text, boolean isCurrent) {}

    /** For whoever is not signed in. */
    static Frame ofNobody(String title) {
        return new Frame(title, null, "", List.of());
    }

    /** For the caller; the page of the navigation that begins with this address is marked. */
    public static Frame of(Call call, String title, String address) {
        var session = call.signedIn().session();
        var role = call.signedIn().key().role();
        return new Frame(
                title,
                person(session.name(), role, call.keysMerchant()),
                session.formToken(),
                Menu.of(call, address));
    }

    private static String person(String name, @Nullable Role role, @Nullable String merchantId) {
        var as = role == null ? merchantId : role.wireName().replace('_', ' ');
        return as == null ? name : name + " (" + as + ")";
    }
}
