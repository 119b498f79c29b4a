package dev.paylater.ops.settlement;

import dev.paylater.ops.settlement.Line.Kind;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a provider writes its settlement files; a row with the names of the needed columns begins the
 * lines. The sources of the providers' names are in docs/operators/settlement-files.md.
 */
enum Format {
    /** Our own, which any other can be turned into. */
    NEUTRAL("type", "reference", "currency", "date") {
        @Override
        @Nullable Line line(Row row, String place) throws Unreadable {
            var kind =
                    switch (row.required("type").toLowerCase(Locale.ROOT)) {
                        case "capture" -> Kind.CAPTURE;
                        case "refund" -> Kind.REFUND;
                        default ->
                                throw new Unreadable(
                                        "type is capture or refund, not " + row.get("type"));
                    };
            List<String> references = List.of(row.required("reference"));
            String currency = row.required("currency");
            String minor = row.get("amount_minor");
            long amount =
                    minor.isEmpty()
                            ? minorUnits(row.required("amount"), currency)
                            : whole(minor, "amount_minor");
            return new Line(
                    kind, references, references, amount, currency, date(row, "date"), place);
        }
    },
    KLARNA("type", "capture_id", "order_id", "amount", "posting_currency", "capture_date") {
        @Override
        @Nullable Line line(Row row, String place) throws Unreadable {
            String currency = row.get("posting_currency");
            List<String> shared =
                    row.present(
                            "order_id",
                            "short_order_id",
                            "merchant_reference1",
                            "merchant_reference2");
            return switch (row.get("type")) {
                case "SALE" ->
                        new Line(
                                Kind.CAPTURE,
                                row.present("capture_id", "merchant_capture_reference"),
                                shared,
                                minorUnits(row.required("amount"), currency),
                                currency,
                                date(row, "capture_date"),
                                place);
                case "RETURN" ->
                        new Line(
                                Kind.REFUND,
                                row.present("refund_id", "merchant_refund_reference"),
                                shared,
                                minorUnits(row.required("amount"), currency),
                                currency,
                                date(row, "capture_date"),
                                place);
                default -> null;
            };
        }
    },
    /** Amounts are hundredths in whatever currency. The first cell says what a row is. */
    PAYPAL(
            "ch",
            "transaction id",
            "transaction event code",
            "transaction debit or credit",
            "gross transaction amount",
            "gross transaction currency") {
        @Override
        @Nullable Line line(Row row, String place) throws Unreadable {
            String event = row.get("transaction event code");
            boolean isCredit = row.get("transaction debit or credit").equals("CR");
            boolean isCapture = event.startsWith("T00") && isCredit;
            boolean isRefund = event.equals("T1107") && !isCredit;
            if (!row.get("ch").equals("SB") || !(isCapture || isRefund)) {
                return null;
            }
            String currency = row.required("gross transaction currency");
            var units =
                    BigDecimal.valueOf(
                            whole(row.required("gross transaction amount"), "the amount"), 2);
            return new Line(
                    isCapture ? Kind.CAPTURE : Kind.REFUND,
                    List.of(row.required("transaction id")),
                    row.present("paypal reference id", "invoice id", "custom field"),
                    minorUnits(units, currency),
                    currency,
                    date(row, "transaction completion date"),
                    place);
        }
    };

    @SuppressWarnings("ImmutableEnumChecker") // It is a copy that cannot be changed.
    private final List<String> columns;

    Format(String... columns) {
        this.columns = List.of(columns);
    }

    /** The columns of a row of names; none where the names are not of a known format. */
    record Header(Format format, Map<String, Integer> columns) {

        static Optional<Header> of(String[] cells) {
            Map<String, Integer> names = new HashMap<>();
            for (int index = 0; index < cells.length; index++) {
                String name = cells[index].strip().toLowerCase(Locale.ROOT);
                names.putIfAbsent(name.replaceAll("\\s+", " "), index);
            }
            for (Format format : values()) {
                if (names.keySet().containsAll(format.columns)) {
                    return Optional.of(new Header(format, Map.copyOf(names)));
                }
            }
            return Optional.empty();
        }

        /** Null for a row that is about neither capture nor refund. */
        @Nullable Line line(String[] cells, String place) throws Unreadable {
            return format.line(new Row(columns, List.of(cells)), place);
        }
    }

    /** A line by the names of its columns. */
    record Row(Map<String, Integer> columns, List<String> cells) {

        /** Empty where there is no such column, or nothing in it. */
        String get(String column) {
            Integer index = columns.get(column);
            return index == null || index >= cells.size() ? "" : cells.get(index).strip();
        }

        String required(String column) throws Unreadable {
            String value = get(column);
            if (value.isEmpty()) {
                throw new Unreadable(column + " is empty");
            }
            return value;
        }

        List<String> present(String... names) {
            List<String> present = new ArrayList<>();
            for (String name : names) {
                if (!get(name).isEmpty()) {
                    present.add(get(name));
                }
            }
            return List.copyOf(present);
        }
    }

    abstract @Nullable Line line(Row row, String place) throws Unreadable;

    private static long whole(String text, String what) throws Unreadable {
        if (!text.matches("[+-]?[0-9]{1,15}")) {
            throw new Unreadable(what + " is a whole number, not " + text);
        }
        return Math.abs(Long.parseLong(text));
    }

    private static long minorUnits(String text, String currency) throws Unreadable {
        if (!text.matches("[+-]?[0-9]{1,15}([.][0-9]{1,4})?")) {
            throw new Unreadable("amount is a number such as 12.50, not " + text);
        }
        return minorUnits(new BigDecimal(text), currency);
    }

    private static long minorUnits(BigDecimal amount, String currency) throws Unreadable {
        int digits;
        try {
            digits = Currency.getInstance(currency).getDefaultFractionDigits();
        } catch (IllegalArgumentException _) {
            throw new Unreadable("there is no currency " + currency);
        }
        try {
            return amount.abs().movePointRight(digits).longValueExact();
        } catch (ArithmeticException _) {
            throw new Unreadable(
                    "%s has no amount of %s".formatted(currency, amount.toPlainString()));
        }
    }

    /** Of a date, or of a time of which only the date is taken. */
    private static LocalDate date(Row row, String column) throws Unreadable {
        String text = row.required(column).replace('/', '-');
        try {
            return LocalDate.parse(text.substring(0, Math.min(text.length(), 10)));
        } catch (DateTimeException _) {
            throw new Unreadable(column + " is a date such as 2026-01-31, not " + text);
        }
    }
}
