package dev.paylater.api.console;

import dev.paylater.api.http.Call;
import dev.paylater.api.key.Role;
import dev.paylater.api.key.Scope;
import java.util.List;
import java.util.stream.Stream;
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
    static Frame of(Call call, String title, String address) {
        var session = call.signedIn().session();
        var role = call.signedIn().key().role();
        var mayInspect = call.may(Scope.PAYMENTS_INSPECT);
        var mayRead = call.may(Scope.PAYMENTS_READ);
        return new Frame(
                title,
                person(session.name(), role, call.keysMerchant()),
                session.formToken(),
                Stream.of(
                                link("/console", "Attention", address, mayInspect),
                                link(
                                        "/console/payments",
                                        "Payments",
                                        address,
                                        mayInspect || mayRead),
                                link("/console/refunds", "Refunds", address, mayRead),
                                link(
                                        "/console/disputes",
                                        "Disputes",
                                        address,
                                        call.may(Scope.DISPUTES)),
                                link("/console/links", "Links", address, mayRead),
                                link("/console/customers", "Customers", address, mayRead),
                                link("/console/mandates", "Mandates", address, mayRead),
                                link(
                                        "/console/dead_letters",
                                        "Dead letters",
                                        address,
                                        call.may(Scope.DEAD_LETTERS)),
                                link(
                                        ReconciliationPages.HOME,
                                        "Reconciliation",
                                        address,
                                        mayInspect),
                                link(ConnectorPages.HOME, "Connectors", address, mayInspect),
                                link(ServicePages.HOME, "Services", address, mayInspect),
                                link(
                                        "/console/webhooks",
                                        "Webhooks",
                                        address,
                                        call.may(Scope.WEBHOOKS)),
                                link(
                                        AccountPages.HOME,
                                        "Merchants",
                                        address,
                                        call.may(Scope.CONFIGURATION_READ)),
                                link(
                                        RoutingPages.HOME,
                                        "Routing",
                                        address,
                                        call.may(Scope.CONFIGURATION_READ, Scope.PAYMENTS_READ)),
                                link(KeyPages.HOME, "Keys", address, call.may(Scope.KEYS_READ)),
                                link(
                                        AuditPages.HOME,
                                        "Audit log",
                                        address,
                                        call.may(Scope.AUDIT_READ)),
                                link("/console/sessions", "Sessions", address, true))
                        .flatMap(List::stream)
                        .toList());
    }

    private static String person(String name, @Nullable Role role, @Nullable String merchantId) {
        var as = role == null ? merchantId : role.wireName().replace('_', ' ');
        return as == null ? name : name + " (" + as + ")";
    }

    private static List<Link> link(String address, String text, String current, boolean isAllowed) {
        return isAllowed ? List.of(new Link(address, text, address.equals(current))) : List.of();
    }
}
