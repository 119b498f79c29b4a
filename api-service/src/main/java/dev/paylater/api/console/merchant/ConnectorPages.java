package dev.paylater.api.console.merchant;

import dev.paylater.api.console.ConsolePages;
import dev.paylater.api.console.Frame;
import dev.paylater.api.console.Menu;
import dev.paylater.api.console.merchant.ConnectorsView.Bar;
import dev.paylater.api.console.merchant.ConnectorsView.Health;
import dev.paylater.api.console.merchant.ConnectorsView.Row;
import dev.paylater.api.console.merchant.ConnectorsView.Sign;
import dev.paylater.api.console.operator.ConsumerGroup;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.merchant.Merchant;
import dev.paylater.api.merchant.MerchantRepository;
import dev.paylater.api.store.Attention;
import dev.paylater.api.store.Attention.Kind;
import dev.paylater.api.store.ConnectorDays;
import dev.paylater.api.store.ConnectorDays.Day;
import dev.paylater.api.store.ConnectorDays.Tally;
import dev.paylater.schemas.Topic;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Shows what came of the attempts at each connector by day, and what is wrong with it now. */
@Controller
final class ConnectorPages {

    /** The payments of more merchants are not counted together. */
    static final int FEW = 10;

    private static final int DAYS = 14;
    private static final int MAX_ERRORS = 3;

    /** In the picture, which is as high as a hundred and as wide as twenty a day. */
    private static final int COLUMN = 20;

    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("d MMM", Locale.ENGLISH);

    private final ConnectorDays days;
    private final Attention attention;
    private final MerchantRepository merchants;
    private final MeterRegistry meters;
    private final Clock clock;

    ConnectorPages(
            ConnectorDays days,
            Attention attention,
            MerchantRepository merchants,
            MeterRegistry meters,
            Clock clock) {
        this.days = days;
        this.attention = attention;
        this.merchants = merchants;
        this.meters = meters;
        this.clock = clock;
    }

    @GetMapping(Menu.CONNECTORS)
    @Allows(value = KeyKind.ADMIN, scope = Scope.PAYMENTS_INSPECT)
    Answer show(
            Call call,
            @RequestParam(name = "merchant_id", defaultValue = "") String merchantParameter) {
        var merchant = merchantParameter.isBlank() ? null : merchantParameter.strip();
        var all =
                merchants.findAllByOrderByMerchantId().stream().map(Merchant::merchantId).toList();
        var counted = merchant == null ? all : List.of(merchant);
        var isCounted = counted.size() <= FEW;
        var history = isCounted ? history(counted) : List.<DayOfAll>of();
        var trouble = trouble(merchant);
        var shown =
                Topic.CONNECTORS.stream()
                        .map(connector -> health(connector, history, trouble))
                        .toList();
        var isWhole = history.stream().allMatch(DayOfAll::isWhole);
        return ConsolePages.page(
                "connectors",
                Frame.of(call, "Connectors", Menu.CONNECTORS),
                new ConnectorsView(
                        merchant,
                        all,
                        isCounted,
                        isWhole ? null : String.valueOf(ConnectorDays.MOST),
                        shown.stream()
                                .filter(health -> !isIdle(health))
                                .sorted(Comparator.comparing(ConnectorPages::isWell))
                                .toList(),
                        shown.stream()
                                .filter(ConnectorPages::isIdle)
                                .map(Health::connector)
                                .collect(Collectors.joining(", "))));
    }

    /** A day of all merchants that are counted. */
    private record DayOfAll(LocalDate date, List<Day> merchants) {

        Tally of(String connector) {
            return merchants.stream()
                    .map(day -> day.connectors().getOrDefault(connector, Tally.NONE))
                    .reduce(Tally.NONE, Tally::and);
        }

        boolean isWhole() {
            return merchants.stream().allMatch(Day::isWhole);
        }
    }

    private List<DayOfAll> history(List<String> merchantIds) {
        var today = clock.instant().atZone(ZoneOffset.UTC).toLocalDate();
        return today.minusDays(DAYS - 1L)
                .datesUntil(today.plusDays(1))
                .map(
                        date ->
                                new DayOfAll(
                                        date,
                                        merchantIds.stream()
                                                .map(id -> days.of(id, date, today))
                                                .toList()))
                .toList();
    }

    /**
     * The payments that wait for an operator.
     *
     * @param payments by connector and kind
     * @param cut kinds of which there are more than were read
     */
    private record Trouble(Map<String, Map<Kind, Long>> payments, Set<Kind> cut) {}

    private Trouble trouble(@Nullable String merchant) {
        var now = clock.instant();
        var payments = new HashMap<String, Map<Kind, Long>>();
        var cut = EnumSet.noneOf(Kind.class);
        for (var kind : List.of(Kind.ACCOUNT_REFUSED, Kind.OVERDUE, Kind.FORGOTTEN)) {
            var items = attention.of(kind, List.of(), now);
            if (items.size() >= Attention.MOST) {
                cut.add(kind);
            }
            items.stream()
                    .filter(item -> merchant == null || item.merchantId().equals(merchant))
                    .filter(item -> item.connector() != null)
                    .collect(
                            Collectors.groupingBy(
                                    item -> Objects.requireNonNull(item.connector()),
                                    Collectors.mapping(
                                            item -> Topic.key(item.merchantId(), item.paymentId()),
                                            Collectors.toSet())))
                    .forEach(
                            (connector, found) ->
                                    payments.computeIfAbsent(
                                                    connector, _ -> new EnumMap<>(Kind.class))
                                            .put(kind, (long) found.size()));
        }
        return new Trouble(payments, cut);
    }

    private static boolean isIdle(Health health) {
        return health.most() == 0 && isWell(health);
    }

    private static boolean isWell(Health health) {
        return health.now().stream().noneMatch(sign -> sign.colour().equals("bad"));
    }

    private Health health(String connector, List<DayOfAll> history, Trouble trouble) {
        var tallies = history.stream().map(day -> day.of(connector)).toList();
        var total = tallies.stream().reduce(Tally.NONE, Tally::and);
        var most = tallies.stream().mapToLong(Tally::attempts).max().orElse(0);
        var from = history.isEmpty() ? "" : DATE.format(history.getFirst().date());
        var until = history.isEmpty() ? "" : DATE.format(history.getLast().date());
        var bars = new ArrayList<Bar>();
        var rows = new ArrayList<Row>();
        for (var i = 0; i < tallies.size(); i++) {
            bars.addAll(column(i, tallies.get(i), most));
            rows.addFirst(row(history.get(i).date(), tallies.get(i)));
        }
        return new Health(
                "connector-" + connector,
                connector,
                now(connector, trouble),
                summary(tallies.isEmpty() ? Tally.NONE : tallies.getLast()),
                summary(total),
                errors(total),
                "%s from %s to %s: %s. At most %s a day."
                        .formatted(connector, from, until, summary(total), attempts(most)),
                from,
                until,
                most,
                bars,
                rows);
    }

    private List<Sign> now(String connector, Trouble trouble) {
        var signs = new ArrayList<Sign>();
        var worker = ConsumerGroup.of(meters, Topic.CONNECTOR + "." + connector);
        var state = worker.state();
        if (state.colour.equals("bad")) {
            signs.add(
                    new Sign(
                            "Worker: %s, %s waiting"
                                    .formatted(
                                            state.text.toLowerCase(Locale.ROOT),
                                            requests((long) worker.records())),
                            state.colour,
                            Menu.SERVICES));
        }
        trouble.payments()
                .getOrDefault(connector, Map.of())
                .forEach(
                        (kind, count) ->
                                signs.add(
                                        new Sign(
                                                text(kind, count, trouble.cut().contains(kind)),
                                                "bad",
                                                "/console#" + kind.wireName())));
        if (signs.isEmpty()) {
            signs.add(
                    state == ConsumerGroup.State.WORKS
                            ? new Sign("Works", "good", null)
                            : new Sign("No worker, and nothing waits", "quiet", null));
        }
        return signs;
    }

    private static String text(Kind kind, long count, boolean isCut) {
        var payments =
                (isCut ? "at least " : "") + (count == 1 ? "1 payment" : count + " payments");
        return switch (kind) {
            case ACCOUNT_REFUSED -> "Account refused: " + payments + " waiting";
            case OVERDUE -> "Overdue: " + payments;
            default -> "Nothing planned: " + payments;
        };
    }

    private static String requests(long count) {
        return count == 1 ? "1 request" : count + " requests";
    }

    private static String attempts(long count) {
        return count == 1 ? "1 attempt" : count + " attempts";
    }

    private static String summary(Tally tally) {
        if (tally.attempts() == 0) {
            return "no attempts";
        }
        return tally.decided() == 0
                ? attempts(tally.attempts()) + ", none decided"
                : "%s, %s approved of %s decided (%s)"
                        .formatted(
                                attempts(tally.attempts()),
                                tally.approved(),
                                tally.decided(),
                                rate(tally));
    }

    /** Rounded down, so that 100 % means all. */
    private static String rate(Tally tally) {
        return tally.decided() == 0
                ? "–"
                : Math.floorDiv(100 * tally.approved(), tally.decided()) + "\u00A0%";
    }

    private static String errors(Tally tally) {
        return tally.errors().entrySet().stream()
                .sorted(
                        Map.Entry.<String, Long>comparingByValue()
                                .reversed()
                                .thenComparing(Map.Entry.comparingByKey()))
                .limit(MAX_ERRORS)
                .map(error -> error.getKey() + " " + error.getValue())
                .collect(Collectors.joining(", "));
    }

    private static Row row(LocalDate date, Tally tally) {
        return new Row(
                DATE.format(date),
                tally.attempts(),
                rate(tally),
                tally.approved(),
                tally.declined(),
                tally.failed(),
                tally.left(),
                errors(tally));
    }

    /** From the bottom: approved, declined, failed, and what is left or under way. */
    private static List<Bar> column(int day, Tally tally, long most) {
        var open = tally.attempts() - tally.approved() - tally.declined() - tally.failed();
        var bars = new ArrayList<Bar>();
        var below = 0L;
        for (var part :
                List.of(
                        Map.entry("good", tally.approved()),
                        Map.entry("held", tally.declined()),
                        Map.entry("bad", tally.failed()),
                        Map.entry("quiet", open))) {
            long count = part.getValue();
            if (count > 0) {
                below += count;
                bars.add(
                        new Bar(
                                part.getKey(),
                                day * COLUMN + 3,
                                height(most - below, most),
                                height(count, most)));
            }
        }
        return bars;
    }

    private static String height(long count, long most) {
        return String.format(Locale.ROOT, "%.2f", 100.0 * count / most);
    }
}
