package dev.paylater.connector.kit;

import dev.paylater.connector.kit.Capabilities.Feature;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where a provider has a place for what a line says of its product: what is sent and what the
 * connector declares are the same rows.
 *
 * @param features what is sent
 */
public record ProductFields(Set<Feature> features, List<BiConsumer<Product, Body>> places) {

    /** The most characters of a link that the merchants' interface accepts. */
    private static final int LONGEST_LINK = 2048;

    private static final Pattern ANY = Pattern.compile(".*", Pattern.DOTALL);

    /** No place yet. */
    public static ProductFields of() {
        return new ProductFields(Set.of(), List.of());
    }

    public ProductFields text(Feature feature, String name) {
        return text(feature, name, Integer.MAX_VALUE);
    }

    public ProductFields text(Feature feature, String name, int longest) {
        return and((product, body) -> body.put(name, product.text(feature), longest), feature);
    }

    /** An address, which is of no use when it is cut. */
    public ProductFields link(Feature feature, String name) {
        return link(feature, name, LONGEST_LINK);
    }

    public ProductFields link(Feature feature, String name, int longest) {
        return link(feature, name, longest, ANY);
    }

    /** An address; one that is longer, or of another form, is left out. */
    public ProductFields link(Feature feature, String name, int longest, Pattern form) {
        return and(
                (product, body) -> {
                    var link = product.text(feature);
                    if (link != null && link.length() <= longest && form.matcher(link).matches()) {
                        body.put(name, link);
                    }
                },
                feature);
    }

    /** A text of a list that holds no other. */
    public ProductFields list(Feature feature, String name) {
        return and(
                (product, body) -> {
                    var text = product.text(feature);
                    if (text != null) {
                        body.putTexts(name, text);
                    }
                },
                feature);
    }

    /** Whether it is shipped. */
    public ProductFields requiresShipping(String name) {
        return and(
                (product, body) -> {
                    var text = product.text(Feature.LINE_REQUIRES_SHIPPING);
                    if (text != null) {
                        body.put(name, Boolean.parseBoolean(text));
                    }
                },
                Feature.LINE_REQUIRES_SHIPPING);
    }

    /** What stands there for what is not shipped; of product_type only {@code digital} is. */
    public ProductFields digital(String name, String value) {
        return and(
                (product, body) -> {
                    if (product.isDigital()) {
                        body.put(name, value);
                    }
                },
                Feature.LINE_PRODUCT_TYPE,
                Feature.LINE_REQUIRES_SHIPPING);
    }

    /** The category and the one within it, as a list. */
    public ProductFields categories(String name) {
        return categorized((all, body) -> body.putTexts(name, all.toArray(String[]::new)));
    }

    /** The category and the one within it, as one path of a list of paths. */
    public ProductFields categoryPaths(String name) {
        return categorized(
                (all, body) -> {
                    var path = body.json().putArray(name).addArray();
                    all.forEach(path::add);
                });
    }

    /** The category and the one within it, as one text. */
    public ProductFields categoryPath(String name, int longest) {
        return categorized((all, body) -> body.put(name, String.join(" > ", all), longest));
    }

    private ProductFields categorized(BiConsumer<List<String>, Body> put) {
        return and(
                (product, body) -> {
                    if (!product.categories().isEmpty()) {
                        put.accept(product.categories(), body);
                    }
                },
                Feature.LINE_CATEGORY,
                Feature.LINE_SUB_CATEGORY);
    }

    /** These in an object of their own, which is left out when it would be empty. */
    public ProductFields in(String name, ProductFields inner) {
        return and(
                (product, body) -> {
                    var object = Body.of();
                    inner.places.forEach(place -> place.accept(product, object));
                    body.put(name, object.json());
                },
                inner.features.toArray(Feature[]::new));
    }

    /** The item with what its line says of the product; fees and discounts are no product's. */
    public Body on(Body item, OrderLine line) {
        if (line.kind() == OrderLine.Kind.ITEM && !line.isDiscount()) {
            places.forEach(place -> place.accept(line.product(), item));
        }
        return item;
    }

    private ProductFields and(BiConsumer<Product, Body> place, Feature... sent) {
        var all = new HashSet<>(features);
        all.addAll(Set.of(sent));
        return new ProductFields(
                Set.copyOf(all), Stream.concat(places.stream(), Stream.of(place)).toList());
    }
}
