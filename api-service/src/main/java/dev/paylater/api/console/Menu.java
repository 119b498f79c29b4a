package dev.paylater.api.console;

import dev.paylater.api.console.Frame.Link;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.Scope;
import java.util.List;
import java.util.stream.Stream;

/** The navigation of the console: the addresses of its pages, and who may open them. */
public final class Menu {

    static final String ATTENTION = "/console";
    public static final String PAYMENTS = "/console/payments";
    public static final String REFUNDS = "/console/refunds";
    public static final String DISPUTES = "/console/disputes";
    public static final String LINKS = "/console/links";
    public static final String CUSTOMERS = "/console/customers";
    public static final String MANDATES = "/console/mandates";
    public static final String DEAD_LETTERS = "/console/dead_letters";
    public static final String RECONCILIATIONS = "/console/reconciliations";
    public static final String CONNECTORS = "/console/connectors";
    public static final String SERVICES = "/console/services";
    public static final String WEBHOOKS = "/console/webhooks";
    public static final String MERCHANTS = "/console/merchants";
    public static final String ROUTING = "/console/routing";
    public static final String KEYS = "/console/keys";
    public static final String AUDIT_LOG = "/console/audit_log";
    static final String SESSIONS = "/console/sessions";

    private Menu() {}

    /** The pages that the caller may open; the one that has this address is the current one. */
    static List<Link> of(Call call, String address) {
        var mayInspect = call.may(Scope.PAYMENTS_INSPECT);
        var mayRead = call.may(Scope.PAYMENTS_READ);
        return Stream.of(
                        link(ATTENTION, "Attention", address, mayInspect),
                        link(PAYMENTS, "Payments", address, mayInspect || mayRead),
                        link(REFUNDS, "Refunds", address, mayRead),
                        link(DISPUTES, "Disputes", address, call.may(Scope.DISPUTES)),
                        link(LINKS, "Links", address, mayRead),
                        link(CUSTOMERS, "Customers", address, mayRead),
                        link(MANDATES, "Mandates", address, mayRead),
                        link(DEAD_LETTERS, "Dead letters", address, call.may(Scope.DEAD_LETTERS)),
                        link(RECONCILIATIONS, "Reconciliation", address, mayInspect),
                        link(CONNECTORS, "Connectors", address, mayInspect),
                        link(SERVICES, "Services", address, mayInspect),
                        link(WEBHOOKS, "Webhooks", address, call.may(Scope.WEBHOOKS)),
                        link(MERCHANTS, "Merchants", address, call.may(Scope.CONFIGURATION_READ)),
                        link(
                                ROUTING,
                                "Routing",
                                address,
                                call.may(Scope.CONFIGURATION_READ, Scope.PAYMENTS_READ)),
                        link(KEYS, "Keys", address, call.may(Scope.KEYS_READ)),
                        link(AUDIT_LOG, "Audit log", address, call.may(Scope.AUDIT_READ)),
                        link(SESSIONS, "Sessions", address, true))
                .flatMap(List::stream)
                .toList();
    }

    private static List<Link> link(String address, String text, String current, boolean isAllowed) {
        return isAllowed ? List.of(new Link(address, text, address.equals(current))) : List.of();
    }
}
