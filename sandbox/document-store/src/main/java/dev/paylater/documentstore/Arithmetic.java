package dev.paylater.documentstore;

import java.math.BigDecimal;
import java.math.MathContext;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNumber;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/** Sums and products of BSON numbers, in the wider of the two types; an int grows into a long. */
final class Arithmetic {

    private Arithmetic() {}

    static BsonValue add(String path, @Nullable BsonValue old, BsonValue operand) {
        return sum(number(path, old == null ? new BsonInt32(0) : old), number(path, operand));
    }

    static BsonValue multiply(String path, @Nullable BsonValue old, BsonValue operand) {
        BsonNumber factor = number(path, operand);
        BsonNumber other = number(path, old == null ? new BsonInt32(0) : old);
        if (isDecimal(other) || isDecimal(factor)) {
            return decimal(exact(other).multiply(exact(factor)));
        }
        if (other.isDouble() || factor.isDouble()) {
            return new BsonDouble(other.doubleValue() * factor.doubleValue());
        }
        try {
            return whole(Math.multiplyExact(other.longValue(), factor.longValue()), other, factor);
        } catch (ArithmeticException e) {
            throw overflow();
        }
    }

    private static BsonValue sum(BsonNumber left, BsonNumber right) {
        if (isDecimal(left) || isDecimal(right)) {
            return decimal(exact(left).add(exact(right)));
        }
        if (left.isDouble() || right.isDouble()) {
            return new BsonDouble(left.doubleValue() + right.doubleValue());
        }
        try {
            return whole(Math.addExact(left.longValue(), right.longValue()), left, right);
        } catch (ArithmeticException e) {
            throw overflow();
        }
    }

    private static BsonValue whole(long result, BsonNumber left, BsonNumber right) {
        boolean small = left.isInt32() && right.isInt32() && result == (int) result;
        return small ? new BsonInt32((int) result) : new BsonInt64(result);
    }

    private static boolean isDecimal(BsonNumber number) {
        return number instanceof BsonDecimal128;
    }

    private static BigDecimal exact(BsonNumber number) {
        return number.isDouble()
                ? BigDecimal.valueOf(number.doubleValue())
                : number.decimal128Value().bigDecimalValue();
    }

    private static BsonValue decimal(BigDecimal value) {
        return new BsonDecimal128(new Decimal128(value.round(MathContext.DECIMAL128)));
    }

    private static BsonNumber number(String path, BsonValue value) {
        if (value instanceof BsonNumber number) {
            return number;
        }
        throw new CommandError(
                MongoErrorCode.TYPE_MISMATCH,
                "Cannot increment or multiply '%s' with a value of non-numeric type %s"
                        .formatted(path, value.getBsonType()));
    }

    private static CommandError overflow() {
        return CommandError.badValue("Failed to apply the operation: it would overflow a long");
    }
}
