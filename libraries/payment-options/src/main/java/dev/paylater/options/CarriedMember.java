package dev.paylater.options;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A member of a field, or of an entry of its list, that the state machine has to know of without
 * looking into it: beside the field, and under a name of its own, its value is carried in the
 * clear, or only that there is one.
 */
public enum CarriedMember {
    /** The merchant_connector_id of the only account that may be used. */
    CREDS_IDENTIFIER("merchant_connector_details.creds_identifier", null),
    ACCOUNT_METADATA("merchant_connector_details.encoded_data.metadata", "account_metadata"),
    KLARNA_SDK_TOKEN("payment_method_data.pay_later.klarna_sdk.token", "klarna_sdk_token"),
    INVOICE_DUE_DATE("capture_metadata.invoice_data.due_date", "invoice_due_date"),

    LINE_CATEGORY("order_details.category", "line_category"),
    LINE_SUB_CATEGORY("order_details.sub_category", "line_sub_category"),
    LINE_BRAND("order_details.brand", "line_brand"),
    LINE_PRODUCT_TYPE("order_details.product_type", "line_product_type"),
    LINE_IMAGE("order_details.product_img_link", "line_image"),
    LINE_LINK("order_details.product_link", "line_link"),
    LINE_REQUIRES_SHIPPING("order_details.requires_shipping", "line_requires_shipping"),
    LINE_TAX_CODE("order_details.product_tax_code", "line_tax_code"),
    LINE_ACCOUNT_NAME("order_details.account_name", "line_account_name");

    private static final Map<String, List<CarriedMember>> BY_FIELD =
            Stream.of(values()).collect(Collectors.groupingBy(CarriedMember::field));

    /** Two categories say what a line is for, which every connector does something with. */
    private static final Map<CarriedMember, Set<String>> USUAL =
            Map.of(
                    LINE_CATEGORY, Set.of("shipping_costs", "voucher"),
                    LINE_PRODUCT_TYPE, Set.of("physical"),
                    LINE_REQUIRES_SHIPPING, Set.of("true"));

    private final String path;
    private final @Nullable String capability;
    private final String carriedName = name().toLowerCase(Locale.ROOT);
    private final String field;
    private final String pointer;

    CarriedMember(String path, @Nullable String capability) {
        this.path = path;
        this.capability = capability;
        var end = path.indexOf('.');
        this.field = path.substring(0, end);
        this.pointer = path.substring(end).replace('.', '/');
    }

    /** Those of a field. */
    public static List<CarriedMember> of(String field) {
        return BY_FIELD.getOrDefault(field, List.of());
    }

    /** What it is carried under. */
    public String carriedName() {
        return carriedName;
    }

    /** The field and the names of its members down to this one, as errors and warnings name it. */
    public String path() {
        return path;
    }

    public String field() {
        return field;
    }

    /** Where it is in its field, or in an entry of its list: a JSON pointer. */
    public String pointer() {
        return pointer;
    }

    /** Whether this value of it asks for nothing beyond what every connector does. */
    public boolean isUsual(String value) {
        return USUAL.getOrDefault(this, Set.of()).contains(value);
    }

    /** What a connector needs to do something with it; null where none is asked. */
    public @Nullable String capability() {
        return capability;
    }
}
