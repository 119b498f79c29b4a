package dev.paylater.api.console.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.console.ActView;
import dev.paylater.api.console.ConsolePages;
import dev.paylater.api.console.ConsolePayments;
import dev.paylater.api.console.Frame;
import dev.paylater.api.console.Menu;
import dev.paylater.api.console.Money;
import dev.paylater.api.console.TableView;
import dev.paylater.api.console.TableView.Cell;
import dev.paylater.api.console.TableView.Row;
import dev.paylater.api.console.Words;
import dev.paylater.api.customer.CustomerDirectory;
import dev.paylater.api.document.MandateRenderer;
import dev.paylater.api.document.PaymentItem;
import dev.paylater.api.document.PaymentParts;
import dev.paylater.api.document.RefundRenderer;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.refund.RefundIndex;
import dev.paylater.api.store.DisputeReads;
import dev.paylater.api.store.MandateReads;
import dev.paylater.api.store.RefundFilter;
import java.net.URLEncoder;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import tools.jackson.databind.JsonNode;

/** What a merchant has besides payments: refunds, disputes, customers and mandates, as lists. */
@Controller
final class ListPages {

    private static final int PAGE = 100;
    private final RefundIndex refunds;
    private final RefundRenderer refundRenderer;
    private final DisputeReads disputes;
    private final PaymentParts parts;
    private final CustomerDirectory customers;
    private final MandateReads mandates;
    private final MandateRenderer mandateRenderer;
    private final Clock clock;

    ListPages(
            RefundIndex refunds,
            RefundRenderer refundRenderer,
            DisputeReads disputes,
            PaymentParts parts,
            CustomerDirectory customers,
            MandateReads mandates,
            MandateRenderer mandateRenderer,
            Clock clock) {
        this.refunds = refunds;
        this.refundRenderer = refundRenderer;
        this.disputes = disputes;
        this.parts = parts;
        this.customers = customers;
        this.mandates = mandates;
        this.mandateRenderer = mandateRenderer;
        this.clock = clock;
    }

    @GetMapping(Menu.REFUNDS)
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_READ)
    Answer refunds(Call call) {
        var offset = offset(call);
        var found =
                refunds
                        .find(RefundFilter.all(call.merchantId(), clock.instant()), offset, PAGE)
                        .refunds()
                        .stream()
                        .map(
                                refund ->
                                        Json.read(
                                                Json.write(
                                                        json ->
                                                                refundRenderer.writeListed(
                                                                        refund, json))))
                        .toList();
        return page(
                call,
                Menu.REFUNDS,
                new TableView(
                        "Refunds",
                        List.of("Refund", "Payment", "Amount", "Reason", "Created", "Status"),
                        found.stream().map(refund -> refund(call, refund)).toList(),
                        "A captured payment is refunded from its page.",
                        found.size() < PAGE ? null : Menu.REFUNDS + "?offset=" + (offset + PAGE)));
    }

    private static int offset(Call call) {
        var text = call.filter("offset");
        if (text == null) {
            return 0;
        }
        if (!text.matches("[0-9]{1,9}")) {
            throw ApiException.of(Problem.malformed("offset", "must be a number from 0 on"));
        }
        return Integer.parseInt(text);
    }

    private static Row refund(Call call, JsonNode refund) {
        var status = text(refund, "status");
        return new Row(
                List.of(
                        plain(text(refund, "refund_id")),
                        payment(call, refund),
                        plain(money(refund, "amount")),
                        plain(text(refund, "reason")),
                        plain(Words.time(text(refund, "created_at")))),
                status.equals("succeeded") ? "Given back" : Words.status(status),
                Words.colour(status),
                List.of());
    }

    @GetMapping(Menu.DISPUTES)
    @Allows(value = KeyKind.SECRET, scope = Scope.DISPUTES)
    Answer disputes(Call call) {
        var now = clock.instant();
        Comparator<JsonNode> byDeadline =
                Comparator.comparing(
                        (JsonNode dispute) -> isOpen(dispute) ? deadline(dispute) : Instant.MAX);
        var rows =
                disputes
                        .newest(
                                call.merchantId(),
                                _ -> true,
                                Comparator.comparing(
                                        (PaymentItem dispute) ->
                                                Objects.requireNonNullElse(
                                                        dispute.fields().time("created_at"),
                                                        Instant.EPOCH),
                                        Comparator.reverseOrder()),
                                PAGE)
                        .stream()
                        .map(
                                dispute ->
                                        Json.read(
                                                Json.write(
                                                        json -> parts.writeDispute(dispute, json))))
                        .sorted(byDeadline)
                        .map(dispute -> dispute(call, dispute, now))
                        .toList();
        return page(
                call,
                Menu.DISPUTES,
                new TableView(
                        "Disputes",
                        List.of("Dispute", "Payment", "Amount", "Reason", "Answer until", "Status"),
                        rows,
                        "No customer and no provider has disputed a payment.",
                        null));
    }

    private static boolean isOpen(JsonNode dispute) {
        return text(dispute, "dispute_status").equals("dispute_opened");
    }

    private static Instant deadline(JsonNode dispute) {
        var until = text(dispute, "challenge_required_by");
        return until.isEmpty() ? Instant.MAX : Instant.parse(until);
    }

    private static Row dispute(Call call, JsonNode dispute, Instant now) {
        var status = text(dispute, "dispute_status");
        var until = text(dispute, "challenge_required_by");
        var deadline =
                until.isEmpty() || !isOpen(dispute)
                        ? Words.time(until)
                        : Words.time(until)
                                + " ("
                                + Words.distance(Instant.parse(until), now)
                                + ")";
        return new Row(
                List.of(
                        plain(text(dispute, "dispute_id")),
                        payment(call, dispute),
                        plain(money(dispute, "amount")),
                        plain(text(dispute, "connector_reason")),
                        plain(deadline)),
                Words.status(status),
                isOpen(dispute) ? "bad" : "quiet",
                isOpen(dispute)
                        ? List.of(act(dispute, "Send evidence"), act(dispute, "Accept"))
                        : List.of());
    }

    private static ActView.Fact act(JsonNode dispute, String name) {
        var id = text(dispute, "dispute_id");
        var word = name.substring(name.indexOf(' ') + 1).toLowerCase(Locale.ROOT);
        return new ActView.Fact(
                name, id, Menu.DISPUTES + "/" + URLEncoder.encode(id, UTF_8) + "/" + word);
    }

    @GetMapping(Menu.CUSTOMERS)
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_READ)
    Answer customers(Call call) {
        var found = customers.list(call.merchantId(), call.filter("after"), PAGE + 1);
        var shown = found.stream().limit(PAGE).toList();
        return page(
                call,
                Menu.CUSTOMERS,
                new TableView(
                        "Customers",
                        List.of("Customer", "Name", "E-mail", "Created"),
                        shown.stream().map(ListPages::customer).toList(),
                        "Customers come with payments that name one, or with POST /customers.",
                        next(Menu.CUSTOMERS, found, each -> text(each, "customer_id"))));
    }

    private static Row customer(JsonNode customer) {
        var id = text(customer, "customer_id");
        return new Row(
                List.of(
                        new Cell(
                                id,
                                "/console/payments?customer_id=" + URLEncoder.encode(id, UTF_8)),
                        plain(text(customer, "name")),
                        plain(text(customer, "email")),
                        plain(Words.time(text(customer, "created_at")))),
                null,
                "",
                List.of());
    }

    @GetMapping(Menu.MANDATES)
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_READ)
    Answer mandates(Call call) {
        var now = clock.instant();
        var after = call.filter("after");
        if (after != null && mandates.find(call.merchantId(), after).isEmpty()) {
            throw ApiException.notFound("mandate to continue from");
        }
        var found =
                mandates.list(call.merchantId(), null, after, PAGE + 1).stream()
                        .map(
                                mandate ->
                                        Json.read(
                                                Json.write(
                                                        json ->
                                                                mandateRenderer.write(
                                                                        mandate, now, json))))
                        .toList();
        return page(
                call,
                Menu.MANDATES,
                new TableView(
                        "Mandates",
                        List.of("Mandate", "Customer", "Payment", "Connector", "Created", "Status"),
                        found.stream().limit(PAGE).map(each -> mandate(call, each)).toList(),
                        "A mandate comes with a payment that sets up later ones.",
                        next(Menu.MANDATES, found, each -> text(each, "mandate_id"))));
    }

    private static Row mandate(Call call, JsonNode mandate) {
        var status = text(mandate, "status");
        var id = text(mandate, "mandate_id");
        return new Row(
                List.of(
                        plain(id),
                        plain(text(mandate, "customer_id")),
                        payment(call, mandate),
                        plain(text(mandate, "connector")),
                        plain(Words.time(text(mandate, "created_at")))),
                Words.readable(status),
                status.equals("active") ? "good" : "quiet",
                status.equals("active") && call.may(Scope.PAYMENTS_WRITE)
                        ? List.of(
                                new ActView.Fact(
                                        "Revoke",
                                        id,
                                        Menu.MANDATES
                                                + "/"
                                                + URLEncoder.encode(id, UTF_8)
                                                + "/revoke"))
                        : List.of());
    }

    private static Answer page(Call call, String address, TableView view) {
        return ConsolePages.page("table", Frame.of(call, view.title(), address), view);
    }

    private static @Nullable String next(
            String address, List<JsonNode> found, Function<JsonNode, String> id) {
        return found.size() <= PAGE
                ? null
                : address + "?after=" + URLEncoder.encode(id.apply(found.get(PAGE - 1)), UTF_8);
    }

    private static Cell plain(String text) {
        return new Cell(text, null);
    }

    private static Cell payment(Call call, JsonNode of) {
        var id = text(of, "payment_id");
        return new Cell(
                id,
                call.may(Scope.PAYMENTS_READ)
                        ? ConsolePayments.address(call.merchantId(), id)
                        : null);
    }

    private static String money(JsonNode of, String name) {
        var currency = text(of, "currency");
        // What is damaged hides nothing else of the list.
        return Money.text(currency.isEmpty() ? null : of.path(name).longValue(0), currency);
    }

    private static String text(JsonNode of, String name) {
        return of.path(name).asString("");
    }
}
