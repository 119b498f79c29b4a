package dev.paylater.api.key;

/**
 * What a key may do beyond its kind. Every endpoint needs one, except for those that only
 * customers' clients call: there the payment's client_secret decides. None includes another.
 */
public enum Scope {
    /** Payments with their refunds, timelines, links and mandates, and customers. */
    PAYMENTS_READ("payments.read", KeyKind.SECRET),
    /** Everything that makes, changes, captures or ends a payment, mandates and customers. */
    PAYMENTS_WRITE("payments.write", KeyKind.SECRET),
    REFUNDS_WRITE("refunds.write", KeyKind.SECRET),
    DISPUTES("disputes", KeyKind.SECRET),
    WEBHOOKS("webhooks", KeyKind.SECRET),
    REPORTS("reports", KeyKind.SECRET),

    /** Merchants, their profiles and their accounts. */
    CONFIGURATION_READ("configuration.read", KeyKind.ADMIN),
    MERCHANTS_WRITE("merchants.write", KeyKind.ADMIN),
    ROUTING_WRITE("routing.write", KeyKind.ADMIN),
    ACCOUNTS_WRITE("accounts.write", KeyKind.ADMIN),
    KEYS_READ("keys.read", KeyKind.ADMIN),
    KEYS_WRITE("keys.write", KeyKind.ADMIN),
    /** What an operator has found out about money at a provider. */
    SETTLE("settle", KeyKind.ADMIN),
    /** Records that no service could handle: to list them and to put them back. */
    DEAD_LETTERS("dead_letters", KeyKind.ADMIN),
    AUDIT_READ("audit.read", KeyKind.ADMIN),
    /** Payments of every merchant, without what names a person. */
    PAYMENTS_INSPECT("payments.inspect", KeyKind.ADMIN),
    /** What names the customer of a payment, opened with a reason, in the console. */
    CONTACT_DETAILS("contact_details.open", KeyKind.ADMIN),
    /** Capture, cancel and refund for a merchant, in the console. */
    PAYMENTS_OPERATE("payments.operate", KeyKind.ADMIN),
    ADMINS_READ("admins.read", KeyKind.ADMIN),
    ADMINS_CREATE("admins.create", KeyKind.ADMIN),
    ADMINS_WRITE("admins.write", KeyKind.ADMIN);

    private final String word;
    private final KeyKind kind;

    Scope(String word, KeyKind kind) {
        this.word = word;
        this.kind = kind;
    }

    /** As stored and shown. */
    public String wireName() {
        return word;
    }

    /** Whose keys can have it; an administrator's through their {@link Role}. */
    public KeyKind kind() {
        return kind;
    }
}
