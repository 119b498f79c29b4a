package dev.paylater.documentstore;

import dev.paylater.documentstore.Filter.Test;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.bson.BsonArray;
import org.bson.BsonDouble;
import org.bson.BsonNumber;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The tests that query operators make of one value, by comparing keys wherever values compare. */
final class Tests {

    static final Test EXISTS =
            new Test() {
                @Override
                public boolean test(@Nullable Value value) {
                    return value != null;
                }

                @Override
                public boolean looksIntoArray() {
                    return false;
                }
            };

    private static final Map<String, Set<BsonType>> TYPES =
            Map.ofEntries(
                    Map.entry("double", EnumSet.of(BsonType.DOUBLE)),
                    Map.entry("string", EnumSet.of(BsonType.STRING)),
                    Map.entry("object", EnumSet.of(BsonType.DOCUMENT)),
                    Map.entry("array", EnumSet.of(BsonType.ARRAY)),
                    Map.entry("binData", EnumSet.of(BsonType.BINARY)),
                    Map.entry("objectId", EnumSet.of(BsonType.OBJECT_ID)),
                    Map.entry("bool", EnumSet.of(BsonType.BOOLEAN)),
                    Map.entry("date", EnumSet.of(BsonType.DATE_TIME)),
                    Map.entry("null", EnumSet.of(BsonType.NULL)),
                    Map.entry("regex", EnumSet.of(BsonType.REGULAR_EXPRESSION)),
                    Map.entry("javascript", EnumSet.of(BsonType.JAVASCRIPT)),
                    Map.entry("int", EnumSet.of(BsonType.INT32)),
                    Map.entry("timestamp", EnumSet.of(BsonType.TIMESTAMP)),
                    Map.entry("long", EnumSet.of(BsonType.INT64)),
                    Map.entry("decimal", EnumSet.of(BsonType.DECIMAL128)),
                    Map.entry("minKey", EnumSet.of(BsonType.MIN_KEY)),
                    Map.entry("maxKey", EnumSet.of(BsonType.MAX_KEY)),
                    Map.entry(
                            "number",
                            EnumSet.of(
                                    BsonType.DOUBLE,
                                    BsonType.INT32,
                                    BsonType.INT64,
                                    BsonType.DECIMAL128)));

    private Tests() {}

    static Test equal(BsonValue operand) {
        return new Equal(Value.of(operand), KeyCodec.key(Value.of(operand)));
    }

    static Test compare(String operator, BsonValue operand) {
        byte[] key = KeyCodec.key(Value.of(operand));
        boolean nan = operand instanceof BsonNumber number && Double.isNaN(number.doubleValue());
        return new Compare(operator, key, nan);
    }

    static Test in(BsonArray operands) {
        List<byte[]> keys = new ArrayList<>();
        List<Test> patterns = new ArrayList<>();
        for (BsonValue operand : operands) {
            if (operand.isRegularExpression()) {
                patterns.add(regex(operand.asRegularExpression()));
            } else if (FilterParser.hasOperators(operand)) {
                throw CommandError.badValue("cannot nest $ under $in");
            } else {
                keys.add(KeyCodec.key(Value.of(operand)));
            }
        }
        keys.sort(Arrays::compareUnsigned);
        return new In(keys.toArray(byte[][]::new), patterns);
    }

    static Test type(BsonValue operand) {
        Set<BsonType> types = EnumSet.noneOf(BsonType.class);
        List<BsonValue> names = operand.isArray() ? operand.asArray() : List.of(operand);
        for (BsonValue name : names) {
            Set<BsonType> known =
                    name.isString() ? TYPES.get(name.asString().getValue()) : typeOfNumber(name);
            if (known == null) {
                throw CommandError.badValue("Unknown type name alias: " + name);
            }
            types.addAll(known);
        }
        return value -> value != null && types.contains(value.type());
    }

    private static @Nullable Set<BsonType> typeOfNumber(BsonValue operand) {
        if (!operand.isNumber()) {
            return null;
        }
        BsonType type = BsonType.findByValue(operand.asNumber().intValue() & 0xff);
        return type == null ? null : EnumSet.of(type);
    }

    static Test size(BsonValue operand) {
        if (!operand.isNumber() || operand.asNumber().doubleValue() < 0) {
            throw CommandError.badValue("$size needs a number that is not negative");
        }
        int size = operand.asNumber().intValue();
        return new Test() {
            @Override
            public boolean test(@Nullable Value value) {
                return value != null
                        && value.isArray()
                        && (size == 0 || value.at(size - 1) != null)
                        && value.at(size) == null;
            }

            @Override
            public boolean looksIntoArray() {
                return false;
            }
        };
    }

    static Test mod(BsonArray operands) {
        if (operands.size() != 2
                || !operands.stream().allMatch(BsonValue::isNumber)
                || operands.get(0).asNumber().longValue() == 0) {
            throw CommandError.badValue("malformed mod, needs a divisor and a remainder");
        }
        long divisor = operands.get(0).asNumber().longValue();
        long remainder = operands.get(1).asNumber().longValue();
        return value ->
                value != null
                        && KeyCodec.tag(value.type()) == KeyCodec.NUMBER
                        && BsonValues.toLong(value) % divisor == remainder;
    }

    static Test regex(BsonValue operand, @Nullable BsonValue options) {
        if (operand.isRegularExpression()) {
            return options == null
                    ? regex(operand.asRegularExpression())
                    : regex(operand.asRegularExpression().getPattern(), text(options));
        }
        return regex(text(operand), options == null ? "" : text(options));
    }

    static Test regex(BsonRegularExpression expression) {
        return regex(expression.getPattern(), expression.getOptions());
    }

    private static Test regex(String pattern, String options) {
        int flags = 0;
        for (int i = 0; i < options.length(); i++) {
            flags |=
                    switch (options.charAt(i)) {
                        case 'i' -> Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
                        case 'm' -> Pattern.MULTILINE;
                        case 's' -> Pattern.DOTALL;
                        case 'x' -> Pattern.COMMENTS;
                        case 'u' -> 0;
                        default -> throw CommandError.badValue("invalid flag in regex options");
                    };
        }
        Pattern compiled = Pattern.compile(pattern, flags);
        byte[] same = KeyCodec.key(Value.of(new BsonRegularExpression(pattern, options)));
        return value ->
                value != null
                        && switch (value.type()) {
                            case STRING, SYMBOL -> compiled.matcher(value.text()).find();
                            case REGULAR_EXPRESSION -> Arrays.equals(KeyCodec.key(value), same);
                            default -> false;
                        };
    }

    static boolean isTrue(BsonValue value) {
        return switch (value.getBsonType()) {
            case BOOLEAN -> value.asBoolean().getValue();
            case INT32, INT64, DOUBLE, DECIMAL128 -> value.asNumber().doubleValue() != 0;
            case NULL, UNDEFINED -> false;
            default -> true;
        };
    }

    private static String text(BsonValue value) {
        if (value instanceof BsonString string) {
            return string.getValue();
        }
        throw CommandError.badValue("$regex and $options have to be strings");
    }

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Equal(Value operand, byte[] key) implements Test {
        @Override
        public boolean test(@Nullable Value value) {
            if (value == null) {
                return key[0] == KeyCodec.NULL;
            }
            if (KeyCodec.tag(value.type()) != (key[0] & 0xff)) {
                return false;
            }
            if (value.sameBytes(operand)) {
                return true;
            }
            return switch (value.type()) {
                // Equal only when their bytes are, which they are not.
                case STRING, OBJECT_ID, BOOLEAN, DATE_TIME, BINARY, TIMESTAMP ->
                        value.type() != operand.type() && Arrays.equals(KeyCodec.key(value), key);
                default -> Arrays.equals(KeyCodec.key(value), key);
            };
        }

        @Override
        public Bounds bounds() {
            // An array is indexed by its elements.
            return operand.isArray() ? Bounds.Interval.ALL : Bounds.points(List.of(key));
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Compare(String operator, byte[] operand, boolean nan) implements Test {
        private static final byte[] NOT_A_NUMBER =
                KeyCodec.key(Value.of(new BsonDouble(Double.NaN)));

        @Override
        public boolean test(@Nullable Value value) {
            int tag = KeyCodec.tag(value == null ? null : value.type());
            if (tag != (operand[0] & 0xff) && !atAnEnd()) {
                return false;
            }
            byte[] key = KeyCodec.key(value);
            int order = Arrays.compareUnsigned(key, operand);
            if (tag == KeyCodec.NUMBER && !atAnEnd() && nan != Arrays.equals(key, NOT_A_NUMBER)) {
                return false;
            }
            return switch (operator) {
                case "$gt" -> order > 0;
                case "$gte" -> order >= 0;
                case "$lt" -> order < 0;
                default -> order <= 0;
            };
        }

        @Override
        public Bounds bounds() {
            if (atAnEnd() || operand[0] == KeyCodec.ARRAY || nan) {
                return Bounds.Interval.ALL;
            }
            Bounds.Interval bracket = Bounds.bracket(operand[0] & 0xff);
            if (operand[0] == KeyCodec.NUMBER) {
                bracket = new Bounds.Interval(NOT_A_NUMBER, false, bracket.high(), false);
            }
            boolean included = operator.endsWith("e");
            return operator.startsWith("$gt")
                    ? new Bounds.Interval(operand, included, bracket.high(), false)
                    : new Bounds.Interval(bracket.low(), bracket.lowIncluded(), operand, included);
        }

        private boolean atAnEnd() {
            return operand[0] == KeyCodec.MIN_KEY || operand[0] == (byte) KeyCodec.MAX_KEY;
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record In(byte[][] keys, List<Test> patterns) implements Test {
        @Override
        public boolean test(@Nullable Value value) {
            byte[] key = KeyCodec.key(value);
            return Arrays.binarySearch(keys, key, Arrays::compareUnsigned) >= 0
                    || patterns.stream().anyMatch(pattern -> pattern.test(value));
        }

        @Override
        public Bounds bounds() {
            for (byte[] key : keys) {
                if (key[0] == KeyCodec.ARRAY) {
                    return Bounds.Interval.ALL;
                }
            }
            return patterns.isEmpty() ? Bounds.points(Arrays.asList(keys)) : Bounds.Interval.ALL;
        }
    }
}
