package dev.paylater.connector.kit;

import dev.paylater.connector.kit.Capabilities.Feature;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a line of order_details (2.8) says of its product, beside its name.
 *
 * @param texts by the capability of sending them
 */
public record Product(@Nullable String id, Map<Feature, String> texts) {

    /** The category of a line that is no product's. */
    static final String SHIPPING = "shipping_costs";

    /** Categories that say what a line is for. */
    private static final Set<String> KINDS = Set.of(SHIPPING, "voucher");

    private static final Map<Feature, String> MEMBERS =
            new EnumMap<>(
                    Map.of(
                            Feature.LINE_CATEGORY, "category",
                            Feature.LINE_SUB_CATEGORY, "sub_category",
                            Feature.LINE_BRAND, "brand",
                            Feature.LINE_PRODUCT_TYPE, "product_type",
                            Feature.LINE_IMAGE, "product_img_link",
                            Feature.LINE_LINK, "product_link",
                            Feature.LINE_REQUIRES_SHIPPING, "requires_shipping",
                            Feature.LINE_TAX_CODE, "product_tax_code",
                            Feature.LINE_ACCOUNT_NAME, "account_name"));

    static Product named(@Nullable String id) {
        return new Product(id, Map.of());
    }

    static Product of(JsonNode line) {
        var texts = new EnumMap<Feature, String>(Feature.class);
        MEMBERS.forEach(
                (feature, member) -> {
                    var text = Fields.textOf(line.path(member));
                    if (text != null && !(member.equals("category") && KINDS.contains(text))) {
                        texts.put(feature, text);
                    }
                });
        return new Product(Fields.textOf(line.path("product_id")), Map.copyOf(texts));
    }

    @Nullable String text(Feature feature) {
        return texts.get(feature);
    }

    /** From the widest to the narrowest. */
    List<String> categories() {
        return Stream.of(text(Feature.LINE_CATEGORY), text(Feature.LINE_SUB_CATEGORY))
                .filter(Objects::nonNull)
                .toList();
    }

    boolean isDigital() {
        return "false".equals(text(Feature.LINE_REQUIRES_SHIPPING))
                || "digital".equalsIgnoreCase(text(Feature.LINE_PRODUCT_TYPE));
    }
}
