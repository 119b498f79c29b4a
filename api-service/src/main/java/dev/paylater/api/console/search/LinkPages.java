package dev.paylater.api.console.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.console.ActView;
import dev.paylater.api.console.ConsolePages;
import dev.paylater.api.console.ConsolePayments;
import dev.paylater.api.console.Frame;
import dev.paylater.api.console.Menu;
import dev.paylater.api.console.Money;
import dev.paylater.api.console.Reason;
import dev.paylater.api.console.TableView;
import dev.paylater.api.console.TableView.Cell;
import dev.paylater.api.console.TableView.Row;
import dev.paylater.api.console.Words;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Audited;
import dev.paylater.api.http.Call;
import dev.paylater.api.http.ConsoleDoor;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.PaymentLinks;
import dev.paylater.api.key.Scope;
import dev.paylater.api.link.MerchantLinks;
import java.net.URLEncoder;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/** A merchant's payment links: which can still be paid, and ending one early. */
@Controller
final class LinkPages {

    private static final int PAGE = 100;
    private static final String DEACTIVATE = Menu.LINKS + "/{linkId}/deactivate";

    private final MerchantLinks links;
    private final PaymentLinks addresses;
    private final Clock clock;

    LinkPages(MerchantLinks links, PaymentLinks addresses, Clock clock) {
        this.links = links;
        this.addresses = addresses;
        this.clock = clock;
    }

    @GetMapping(Menu.LINKS)
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_READ)
    Answer list(Call call) {
        var now = clock.instant();
        var listed = links.list(call, call.filter("after"), PAGE);
        return ConsolePages.page(
                "table",
                Frame.of(call, "Payment links", Menu.LINKS),
                new TableView(
                        "Payment links",
                        List.of(
                                "Link",
                                "Payment",
                                "Order",
                                "Amount",
                                "Ends",
                                "Payment is",
                                "Link is"),
                        listed.payments().stream().map(payment -> row(call, payment, now)).toList(),
                        "A payment that is created with payment_link has one.",
                        listed.hasMore()
                                ? Menu.LINKS + "?after=" + encoded(id(listed.payments().getLast()))
                                : null));
    }

    private Row row(Call call, PaymentDocument payment, Instant now) {
        var id = id(payment);
        var reference = payment.term("merchant_order_reference_id");
        var isExpired = payment.isLinkExpired(now);
        var isPayable = !isExpired && payment.isConfirmable(now);
        return new Row(
                List.of(
                        new Cell(id, addresses.openLink(payment.merchantId(), payment.paymentId())),
                        new Cell(
                                payment.paymentId(),
                                ConsolePayments.address(payment.merchantId(), payment.paymentId())),
                        plain(reference == null ? "" : Json.read(reference).asString("")),
                        plain(Money.text(payment.amount(), payment.currency())),
                        plain(Words.time(payment.linkEnd())),
                        plain(Words.status(payment.status()))),
                isPayable ? "Active" : isExpired ? "Ended" : "Used",
                isPayable ? "good" : "quiet",
                isPayable && call.may(Scope.PAYMENTS_WRITE)
                        ? List.of(
                                new ActView.Fact(
                                        "Deactivate",
                                        id,
                                        Menu.LINKS + "/" + encoded(id) + "/deactivate"))
                        : List.of());
    }

    private String id(PaymentDocument payment) {
        return addresses.id(payment.merchantId(), payment.paymentId());
    }

    private static Cell plain(String text) {
        return new Cell(text, null);
    }

    private static String encoded(String id) {
        return URLEncoder.encode(id, UTF_8);
    }

    @GetMapping(DEACTIVATE)
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_WRITE)
    Answer askToDeactivate(Call call, @PathVariable String linkId) {
        var payment = links.require(call, linkId);
        return ConsolePages.page(
                "act",
                Frame.of(call, "Deactivate", Menu.LINKS),
                new ActView(
                        "Deactivate",
                        "Nobody can begin to pay by this link any more; a try that is under way"
                                + " goes on. An update of payment_link_config opens it again.",
                        List.of(
                                new ActView.Fact("Link", linkId, null),
                                new ActView.Fact("Payment", payment.paymentId(), null),
                                new ActView.Fact(
                                        "Amount",
                                        Money.text(payment.amount(), payment.currency()),
                                        null)),
                        call.path(),
                        Menu.LINKS,
                        Map.of(),
                        null,
                        Call.newFormId()));
    }

    @PostMapping(DEACTIVATE)
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_WRITE)
    @Audited("deactivatePaymentLink")
    Answer deactivate(Call call, @PathVariable String linkId) {
        Reason.note(call, call.merchantId(), linkId, Map.of());
        call.continueAsForm(call.field("form_id"));
        links.deactivate(call, linkId);
        return ConsoleDoor.redirect(Menu.LINKS);
    }
}
