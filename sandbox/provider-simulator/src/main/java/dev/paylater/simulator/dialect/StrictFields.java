package dev.paylater.simulator.dialect;

import dev.paylater.simulator.book.BookJson;
import java.math.BigDecimal;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the fields of a JSON object strictly: a field of the wrong type is the caller's error. */
public record StrictFields(ObjectNode object, String prefix) {

    public static StrictFields of(ObjectNode object) {
        return new StrictFields(object, "");
    }

    public String requiredText(String name) {
        var value = text(name);
        if (value == null || value.isEmpty()) {
            throw missing(name);
        }
        return value;
    }

    public String requiredText(String name, Pattern form) {
        var value = requiredText(name);
        if (!form.matcher(value).matches()) {
            throw wrong(name, "has the wrong form");
        }
        return value;
    }

    public @Nullable String text(String name) {
        var value = value(name);
        if (value == null) {
            return null;
        }
        if (!value.isString()) {
            throw wrong(name, "must be a string");
        }
        return value.stringValue();
    }

    public @Nullable String oneOf(String name, Set<String> allowed) {
        var value = text(name);
        if (value != null && !allowed.contains(value)) {
            throw wrong(name, "must be one of " + allowed.stream().sorted().toList());
        }
        return value;
    }

    public long requiredAmount(String name, long atLeast) {
        var amount = amount(name, atLeast);
        if (amount == null) {
            throw missing(name);
        }
        return amount;
    }

    /** An integer of minor units, or null. */
    public @Nullable Long amount(String name, long atLeast) {
        var value = value(name);
        if (value == null) {
            return null;
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw wrong(name, "must be an integer");
        }
        if (value.longValue() < atLeast) {
            throw wrong(name, "must be at least " + atLeast);
        }
        return value.longValue();
    }

    /** A decimal as minor units. */
    public long minor(String name, BigDecimal decimal, String currency) {
        var minor = Decimals.minor(decimal, currency);
        if (minor == null) {
            throw wrong(name, "has too many decimals");
        }
        return minor;
    }

    /** A decimal that is written as a JSON number, as minor units. */
    public long requiredDecimal(String name, String currency) {
        var value = value(name);
        if (value == null) {
            throw missing(name);
        }
        if (!value.isNumber()) {
            throw wrong(name, "must be a number");
        }
        return minor(name, value.decimalValue(), currency);
    }

    public boolean flag(String name) {
        var value = value(name);
        if (value == null) {
            return false;
        }
        if (!value.isBoolean()) {
            throw wrong(name, "must be true or false");
        }
        return value.booleanValue();
    }

    /** The object of that name; an absent one is empty. */
    public StrictFields object(String name) {
        var value = value(name);
        if (value == null) {
            return new StrictFields(BookJson.MAPPER.createObjectNode(), prefix + name + '.');
        }
        if (value instanceof ObjectNode inner) {
            return new StrictFields(inner, prefix + name + '.');
        }
        throw wrong(name, "must be an object");
    }

    /** The objects in the array of that name; an absent one is empty. */
    public List<StrictFields> list(String name) {
        var entries = new ArrayList<StrictFields>();
        for (var entry : object.path(name)) {
            if (!(entry instanceof ObjectNode inner)) {
                throw wrong(name, "must hold objects");
            }
            entries.add(new StrictFields(inner, prefix + name + "[]."));
        }
        return entries;
    }

    public String requiredUrl(String name) {
        var value = requiredText(name);
        try {
            if (URI.create(value).isAbsolute()) {
                return value;
            }
        } catch (IllegalArgumentException e) {
            throw wrong(name, "is no address: " + e.getMessage());
        }
        throw wrong(name, "is no address");
    }

    public boolean has(String name) {
        return value(name) != null;
    }

    public BadRequest missing(String name) {
        return new BadRequest(
                BadRequest.Kind.MISSING, prefix + name, prefix + name + " is required.");
    }

    public BadRequest wrong(String name, String problem) {
        return new BadRequest(
                BadRequest.Kind.WRONG, prefix + name, prefix + name + ' ' + problem + '.');
    }

    private @Nullable JsonNode value(String name) {
        var value = object.get(name);
        return value == null || value.isNull() ? null : value;
    }
}
