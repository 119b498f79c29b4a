package dev.paylater.api.console.merchant;

import dev.paylater.api.console.Money;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.form.RoutingValidation;
import dev.paylater.api.json.Json;
import dev.paylater.api.merchant.AccountReads;
import dev.paylater.api.merchant.ConnectorAccount;
import dev.paylater.api.merchant.ServedAccount;
import dev.paylater.options.Eligibility;
import dev.paylater.options.RoutedPayment;
import dev.paylater.options.Routing;
import dev.paylater.options.RoutingJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/** Where a payment that nobody makes would go, by the rule that decides a confirm. */
@Component
final class RoutingTrial {

    private static final String CURRENCY = "currency";
    private static final String COUNTRY = "country";
    private static final String CONNECTOR = "connector";
    private static final String ROUTING = "routing";
    private static final List<String> WORDS = List.of("payment_method_type", "capture_method");

    private final Form form;
    private final AccountReads reads;

    RoutingTrial(Forms forms, AccountReads reads) {
        this.form = forms.of("PaymentCreateRequest");
        this.reads = reads;
    }

    /**
     * What would become of it: one answer, or one for each share of a split.
     *
     * @param accounts all of the merchant's
     * @param typed fields of the payment
     * @throws ApiException when the interface would refuse such a payment
     */
    List<RoutingView.Trial> trials(
            List<ConnectorAccount> accounts, @Nullable Routing rule, Map<String, String> typed) {
        var payment = payment(typed);
        var served = reads.served(accounts.isEmpty() ? "" : accounts.getFirst().merchantId());
        return Eligibility.rule(rule, payment) instanceof Routing.VolumeSplit split
                ? split.used().stream()
                        .map(share -> trial(accounts, served, share, payment))
                        .toList()
                : List.of(trial("", accounts, served, rule, payment));
    }

    private RoutedPayment payment(Map<String, String> typed) {
        var fields = fields(typed);
        form.check(fields);
        var routing = fields.path(ROUTING);
        RoutingValidation.problemOf(routing)
                .ifPresent(
                        problem -> {
                            throw ApiException.of(problem);
                        });
        var options = new HashMap<String, Object>();
        Stream.concat(Stream.of(CURRENCY, COUNTRY), WORDS.stream())
                .filter(typed::containsKey)
                .forEach(name -> options.put(name, text(typed, name)));
        options.put(CONNECTOR, connectors(typed));
        var amount = Money.read(typed.getOrDefault("amount", ""), text(typed, CURRENCY));
        return new RoutedPayment(
                "",
                amount,
                routing.isObject() ? RoutingJson.read(routing.toString()) : null,
                options::get,
                Map.of());
    }

    /** The payment as the interface takes it, but for the amount, which is typed with decimals. */
    private static ObjectNode fields(Map<String, String> typed) {
        var fields = Json.emptyObject().put("amount", 0).put(CURRENCY, text(typed, CURRENCY));
        WORDS.stream()
                .filter(typed::containsKey)
                .forEach(name -> fields.put(name, text(typed, name)));
        if (typed.containsKey(COUNTRY)) {
            fields.putObject("billing").putObject("address").put(COUNTRY, text(typed, COUNTRY));
        }
        connectors(typed).forEach(fields.putArray(CONNECTOR)::add);
        if (typed.containsKey(ROUTING)) {
            try {
                fields.set(ROUTING, Json.read(text(typed, ROUTING)));
            } catch (JacksonException _) {
                throw ApiException.of(Problem.malformed(ROUTING, "must be JSON"));
            }
        }
        return fields;
    }

    private static String text(Map<String, String> typed, String name) {
        return typed.getOrDefault(name, "");
    }

    private static List<String> connectors(Map<String, String> typed) {
        return Stream.of(text(typed, CONNECTOR).toLowerCase(Locale.ROOT).split("[\\s,]+"))
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private static RoutingView.Trial trial(
            List<ConnectorAccount> accounts,
            List<ServedAccount> served,
            Routing.Share share,
            RoutedPayment payment) {
        var only =
                new RoutedPayment(
                        payment.paymentId(),
                        payment.netAmount(),
                        new Routing.Single(share.choice()),
                        payment.options(),
                        payment.terms());
        var title =
                "%s %% of the payments (%s): "
                        .formatted(share.percent(), RuleForm.text(share.choice()));
        return trial(title, accounts, served, null, only);
    }

    private static RoutingView.Trial trial(
            String share,
            List<ConnectorAccount> accounts,
            List<ServedAccount> served,
            @Nullable Routing rule,
            RoutedPayment payment) {
        var rows = new ArrayList<RoutingView.Row>();
        for (var explained : Eligibility.explained(served, rule, payment)) {
            rows.add(row(explained, rows.isEmpty()));
        }
        var known =
                served.stream()
                        .map(ServedAccount::merchantConnectorId)
                        .collect(Collectors.toUnmodifiableSet());
        accounts.stream()
                .filter(account -> !known.contains(account.accountId()))
                .map(RoutingTrial::row)
                .forEach(rows::add);
        for (var connector : Eligibility.missing(served, rule, payment)) {
            rows.add(row("–", connector, "no such account"));
        }
        var first = rows.isEmpty() ? null : rows.getFirst();
        return new RoutingView.Trial(
                share,
                first == null || !first.reason().isEmpty()
                        ? "No account can take it, and the confirm is refused"
                        : "It goes to " + first.connector() + ", " + first.account(),
                rows);
    }

    private static RoutingView.Row row(
            Eligibility.Explained<ServedAccount> explained, boolean first) {
        var account = explained.account();
        var reason = explained.reason();
        return reason == null
                ? new RoutingView.Row(
                        account.merchantConnectorId(),
                        account.connector(),
                        first ? "Chosen" : "Next",
                        first ? "good" : "held",
                        "")
                : row(account.merchantConnectorId(), account.connector(), reason);
    }

    private static RoutingView.Row row(String account, String connector, String reason) {
        return new RoutingView.Row(account, connector, "Not", "quiet", reason);
    }

    private static RoutingView.Row row(ConnectorAccount account) {
        return row(
                account.accountId(),
                account.connector(),
                account.enabled() ? "no worker serves its connector" : "disabled");
    }
}
