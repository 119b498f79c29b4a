package dev.paylater.api.console.operator;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.console.ConsolePages;
import dev.paylater.api.console.ConsolePayments;
import dev.paylater.api.console.Frame;
import dev.paylater.api.console.Menu;
import dev.paylater.api.console.TableView;
import dev.paylater.api.console.TableView.Cell;
import dev.paylater.api.console.TableView.Row;
import dev.paylater.api.console.Words;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.store.ReconciliationReads;
import dev.paylater.api.store.ReconciliationReads.Difference;
import dev.paylater.api.store.ReconciliationReads.Reconciliation;
import java.net.URLEncoder;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** What the nightly reconciliations have found, the newest first: a row for each difference. */
@Controller
final class ReconciliationPages {

    private static final int PAGE = 100;

    private final ReconciliationReads reads;

    ReconciliationPages(ReconciliationReads reads) {
        this.reads = reads;
    }

    @GetMapping(Menu.RECONCILIATIONS)
    @Allows(value = KeyKind.ADMIN, scope = Scope.PAYMENTS_INSPECT)
    Answer list(Call call) {
        var id = call.filter("starting_after");
        var after = id == null ? null : reads.find(id);
        if (id != null && after == null) {
            throw ApiException.notFound("reconciliation to continue from");
        }
        var found = reads.list(null, after, PAGE + 1);
        var shown = found.stream().limit(PAGE).toList();
        return ConsolePages.page(
                "table",
                Frame.of(call, "Reconciliation", Menu.RECONCILIATIONS),
                new TableView(
                        "Reconciliation",
                        List.of(
                                "When",
                                "Merchant",
                                "Account",
                                "Payments",
                                "Payment",
                                "What differs",
                                "What to do",
                                "Outcome"),
                        shown.stream().flatMap(ReconciliationPages::rows).toList(),
                        "No night has been reconciled: paylater-ops reconcile --daily does it.",
                        found.size() > PAGE ? next(shown.getLast()) : null));
    }

    private static String next(Reconciliation last) {
        return Menu.RECONCILIATIONS + "?starting_after=" + URLEncoder.encode(last.id(), UTF_8);
    }

    private static Stream<Row> rows(Reconciliation night) {
        if (night.count() == 0) {
            return Stream.of(row(night, plain("–"), "–", "–", "Agrees", "good"));
        }
        var more = night.count() - night.differences().size();
        return Stream.concat(
                night.differences().stream().map(each -> row(night, each)),
                more > 0
                        ? Stream.of(row(night, plain("–"), more + " more", "–", "Differs", "bad"))
                        : Stream.empty());
    }

    private static Row row(Reconciliation night, Difference difference) {
        return row(
                night,
                payment(night, difference.payment()),
                Words.readable(difference.rule()) + ": " + difference.what(),
                difference.advice() == null ? "–" : difference.advice(),
                "Differs",
                "bad");
    }

    private static Row row(
            Reconciliation night,
            Cell payment,
            String what,
            String advice,
            String outcome,
            String colour) {
        return new Row(
                List.of(
                        plain(Words.time(night.at())),
                        plain(night.merchantId()),
                        plain(night.account().isEmpty() ? "–" : night.account()),
                        plain(night.payments() + " compared"),
                        payment,
                        plain(what),
                        plain(advice)),
                outcome,
                colour,
                List.of());
    }

    /** A line of a settlement file may be about no payment that is known here. */
    private static Cell payment(Reconciliation night, String about) {
        var prefix = night.merchantId() + "/";
        return about.startsWith(prefix)
                ? new Cell(
                        about.substring(prefix.length()),
                        ConsolePayments.address(
                                night.merchantId(), about.substring(prefix.length())))
                : plain(about);
    }

    private static Cell plain(String text) {
        return new Cell(text, null);
    }
}
