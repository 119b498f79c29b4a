package dev.paylater.api.page;

import dev.paylater.provider.UnifiedError;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The pages that end a shopper's way, or hold them up. Texts are {@code outcome.<key>.*}. */
public enum ShopperOutcome {
    APPROVED(200),
    PROCESSING(200),
    WAITING(200),
    OPEN(200),
    DECLINED(200),
    FAILED(200),
    CANCELLED(200),
    EXPIRED(410),
    UNKNOWN(404),
    UNAVAILABLE(503);

    private final int httpStatus;

    ShopperOutcome(int httpStatus) {
        this.httpStatus = httpStatus;
    }

    public int httpStatus() {
        return httpStatus;
    }

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The page of a payment that has failed for good.
     *
     * @param code the provider's own of the latest error; null: none
     * @param unified what it comes to; null: none
     */
    public static ShopperOutcome ofFailure(@Nullable String code, @Nullable String unified) {
        if (isCancel(code)) {
            return CANCELLED;
        }
        return isUnavailable(unified) ? FAILED : DECLINED;
    }

    /** Whether the customer has ended it, so that nobody has declined anything. */
    public static boolean isCancel(@Nullable String code) {
        return code != null && code.toLowerCase(Locale.ROOT).contains("cancel");
    }

    /** Whether the provider could not be asked. */
    public static boolean isUnavailable(@Nullable String unified) {
        return UnifiedError.PROVIDER_UNAVAILABLE.code().equals(unified);
    }

    /** The page of a payment's status, where it is not the form on which the shopper pays. */
    public static ShopperOutcome of(String status) {
        return switch (status) {
            case "succeeded",
                    "requires_capture",
                    "partially_captured",
                    "partially_captured_and_capturable" ->
                    APPROVED;
            case "failed" -> DECLINED;
            case "cancelled" -> CANCELLED;
            case "requires_customer_action" -> WAITING;
            case "requires_payment_method", "requires_confirmation" -> OPEN;
            default -> PROCESSING;
        };
    }
}
