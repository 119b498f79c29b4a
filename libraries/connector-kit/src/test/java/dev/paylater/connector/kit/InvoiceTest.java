package dev.paylater.connector.kit;

import static dev.paylater.connector.kit.Contexts.json;
import static dev.paylater.connector.kit.Contexts.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.connector.kit.Invoice.Listing;
import dev.paylater.provider.Decline.Outcome;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.UnifiedError;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class InvoiceTest {

    private static final Context OURS = Contexts.of(Operation.CAPTURE);
    private static final Context NUMBERED = invoiceData("{'merchant_invoice_ref': 'R-7'}");
    private static final ProviderResult FOUND = ProviderResult.approved(2000);
    private static final ProviderResult IN_USE =
            ProviderResult.declined(
                    Outcome.FAILURE,
                    ProviderError.of(UnifiedError.DUPLICATE, "The invoice number is in use."));
    private static final Listing LISTING =
            new Listing(
                    "/invoices",
                    (invoice, _) ->
                            invoice.has("gross") ? (Long) invoice.path("gross").asLong() : null);

    @Test
    void an_invoice_has_the_merchants_number_else_the_captures_name() {
        assertThat(Invoice.of(OURS)).isEqualTo(new Invoice(OURS, "pay_1_1_1", "pay_1_1_1"));
        assertThat(Invoice.of(NUMBERED)).isEqualTo(new Invoice(NUMBERED, "pay_1_1_1", "R-7"));
    }

    @Test
    void invoice_data_is_the_merchants() {
        assertThat(Invoice.of(NUMBERED).data("merchant_invoice_ref")).isEqualTo("R-7");
        assertThat(Invoice.of(NUMBERED).data("invoice_url")).isNull();
    }

    @Test
    void an_invoice_lies_where_the_merchant_says_else_where_the_account_does() {
        var account =
                Contexts.account(
                        Map.of(),
                        null,
                        Map.of("invoice_url", "\"https://m.example/{payment_id}/{invoice_ref}\""));
        var given = invoiceData("{'invoice_url': 'https://given.example/7'}");

        assertThat(Invoice.of(given).url()).isEqualTo("https://given.example/7");
        assertThat(Invoice.of(given.withAccount(account)).url())
                .isEqualTo("https://given.example/7");
        assertThat(Invoice.of(NUMBERED.withAccount(account)).url())
                .isEqualTo("https://m.example/pay_1/R-7");
    }

    @Test
    void an_invoice_that_lies_nowhere_is_an_invalid_request() {
        assertThatThrownBy(() -> Invoice.of(OURS).url())
                .isInstanceOf(InvalidRequest.class)
                .hasMessage("capture_metadata.invoice_data.invoice_url is missing");
    }

    @Test
    void an_invoice_that_was_made_is_the_capture_and_remembers_it() {
        assertThat(Invoice.made(json("{'uuid': 'u1'}"), NUMBERED))
                .isEqualTo(
                        ProviderResult.approved(2000)
                                .with(
                                        new Data()
                                                .operation("u1")
                                                .keep("invoice_u1", "pay_1_1_1")
                                                .build()));
        assertThatThrownBy(() -> Invoice.made(json("{}"), NUMBERED))
                .isInstanceOf(UnreadableAnswer.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "[{'uuid': 'a', 'invoice_number': 'R-7', 'state': 'created'}] | true",
                "[{'uuid': 'a', 'invoice_number': 'R-7', 'state': 'created', 'gross': 2000}] |"
                        + " true",
                "[{'uuid': 'a', 'invoice_number': 'R-7', 'state': 'canceled'}] | false",
                "[{'uuid': 'a', 'invoice_number': 'R-7', 'state': 'cancelled'}] | false",
                "[{'uuid': 'a', 'invoice_number': 'R-8', 'state': 'created'}] | false",
                "[{'invoice_number': 'R-8'}, {'uuid': 'a', 'invoice_number': 'R-7', 'state': 'x'}]"
                        + " | true",
                "[] | false"
            })
    void an_invoice_is_found_by_its_number_unless_it_was_canceled(String list, boolean found) {
        assertThat(finds("{'invoices': " + list + "}", NUMBERED))
                .isEqualTo(found ? FOUND : ProviderResult.notFound());
    }

    @ParameterizedTest
    @CsvSource({"1999", "2001", "0"})
    void an_invoice_of_another_amount_is_not_this_captures(long gross) {
        assertThat(reads("{'uuid': 'a', 'gross': " + gross + "}", NUMBERED)).isEqualTo(IN_USE);
    }

    @Test
    void an_invoice_that_another_capture_made_is_not_this_captures() {
        var invoice = "{'uuid': 'a', 'gross': 2000}";

        assertThat(reads(invoice, NUMBERED.keeping("invoice_a", "pay_1_1_2"))).isEqualTo(IN_USE);
        assertThat(reads(invoice, NUMBERED.keeping("invoice_a", "pay_1_1_1"))).isEqualTo(FOUND);
        assertThat(reads(invoice, NUMBERED.keeping("invoice_b", "pay_1_1_2"))).isEqualTo(FOUND);
    }

    @Test
    void a_number_in_use_that_the_order_does_not_show_is_refused_if_the_merchant_chose_it() {
        var rule = Invoice.inUse(Rule.done(ProviderResult.notFound()));

        assertThat(result(rule.apply(IN_USE, NUMBERED))).isEqualTo(IN_USE);
        assertThat(result(rule.apply(IN_USE, OURS)))
                .isEqualTo(ProviderResult.unknown("its own number is in use"));
    }

    @Test
    void a_number_in_use_that_is_found_is_the_captures_own() {
        assertThat(result(Invoice.inUse(Rule.done(FOUND)).apply(IN_USE, OURS))).isEqualTo(FOUND);
    }

    @Test
    void an_invoice_may_have_its_number_and_its_id_elsewhere() {
        var listing =
                new Listing(
                        "/captures", "/no", "/no", _ -> "R-8", (one, _) -> one.path("g").asLong());
        var ours = "{'captures': [{'no': 'R-7', 'g': 2000}, {'no': 'R-8', 'g': 2000}]}";

        var found = listing.finds(Invoice.made("/no")).read(json(ours), NUMBERED);

        assertThat(found)
                .isEqualTo(
                        ProviderResult.approved(2000)
                                .with(
                                        new Data()
                                                .operation("R-8")
                                                .keep("invoice_R-8", "pay_1_1_1")
                                                .build()));
        assertThat(
                        listing.finds(Invoice.made("/no"))
                                .read(json(ours), NUMBERED.keeping("invoice_R-8", "pay_1_1_2")))
                .isEqualTo(IN_USE);
    }

    private static ProviderResult finds(String order, Context context) {
        return LISTING.finds(Reading.success()).read(json(order), context);
    }

    private static ProviderResult reads(String invoice, Context context) {
        return LISTING.reads(Reading.success()).read(json(invoice), context);
    }

    private static Context invoiceData(String data) {
        return OURS.withDetails(
                new Fields(
                        Map.of(
                                "capture_metadata",
                                "{'invoice_data': %s}".formatted(data).replace('\'', '"'))));
    }
}
