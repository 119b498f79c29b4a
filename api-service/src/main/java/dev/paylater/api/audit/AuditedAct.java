package dev.paylater.api.audit;

import org.jspecify.annotations.Nullable;

/**
 * A call of an administrator, or one that deletes, from before it is carried out until it is
 * answered. A call that only reads has no line unless it is forbidden or opens a payment.
 */
public final class AuditedAct {

    private static final int FORBIDDEN = 403;

    private final AuditLog log;
    private AuditLine line;
    private boolean isOpen;

    public AuditedAct(AuditLog log, AuditLine line) {
        this.log = log;
        this.line = line;
    }

    /** Nothing may be changed or opened before this has come back. */
    public void begin() {
        if (!isOpen) {
            log.append(line);
            isOpen = true;
        }
    }

    /**
     * What the act changes.
     *
     * @param before as JSON text without secrets; nothing for what is new
     * @param after likewise
     */
    public void changes(
            @Nullable String merchantId,
            String resourceId,
            @Nullable String before,
            @Nullable String after) {
        line = line.about(merchantId, resourceId, before, after);
    }

    /** Nothing may be answered before this has come back. */
    public void end(int status) {
        if (isOpen || status == FORBIDDEN) {
            isOpen = false;
            log.append(line.answered(status));
        }
    }
}
