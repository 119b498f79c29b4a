package dev.paylater.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** docs/merchants/options.md is the table; {@code -Dpaylater.docs=write} writes it. */
class OptionsPageTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "merchants", "options.md");

    @Test
    void the_page_shows_the_table() throws IOException {
        if ("write".equals(System.getProperty("paylater.docs"))) {
            Files.writeString(PAGE, page());
        }
        assertThat(PAGE).hasContent(page());
    }

    private static String page() {
        return """
        # Payment options

        Every field of the create, update, confirm and capture bodies, as
        `libraries/payment-options` defines it. Parsing, what a browser may set, storing, sealing, the
        request schemas of /openapi.json and this page follow from that table. `-` under
        "acts on" marks an option that no connector does anything with yet.

        "Needs" names a capability of the connector (docs/makers/connectors.md). Where the chosen connector lacks
        it, `warnings` in the payment's answer names the field; an account with `strict: true` refuses it
        with IR_37, or the payment goes on to the next account of its route. What is marked "required"
        is refused by every account. [fields-by-connector.md](fields-by-connector.md) shows which connector
        does what with each field.

        An update replaces the fields that it names, and of `metadata` the members, where an empty string removes one.
        What it sets to null is removed, if the provider or the merchant alone reads it (metadata, description, billing,
        email ...); a value that the state machine keeps (amount to mandate_id, country) stays, as it does when null comes
        with a create or a confirm, where null is the same as left out.

        "Set by": the merchant's server may set everything. A browser (publishable key and
        client_secret) fills in what the merchant has left out and never replaces the merchant's
        value; another field is refused with IR_05 unless it says what the payment says already. All
        that comes from a browser is at most %d KiB of a payment, as it is stored, and %d changes.

        ## Create, update, confirm

        %s
        ## Capture

        %s
        ## Sealed fields

        A field that is sealed is encrypted before the body leaves api-service, as one text bound to
        merchant, payment and field; of `metadata` each member's value is, so that changes are merged
        without opening it. It is opened in the memory of connector-service, for the provider, and in
        the merchant's answers only; `split_refunds` of a refund, `evidence` of a dispute and `carrier`,
        `tracking_number` and `tracking_url` of a shipment are sealed, too. What is empty stays so.
        The state machine reads the country of the billing address, which is kept beside it as an
        option, and the bounds of a mandate (amounts, currency and dates of `mandate_data.mandate_type`),
        kept beside it as `mandate_bounds`. Lists find payments by the e-mail address: a hash of it, keyed
        with the pepper and different at each merchant, is kept beside it as `email_hash`. A text of another
        field that looks sealed is only text.

        Of some members of fields the state machine has to know, too, without looking into the field: most are
        sealed, and `order_details` is long. `creds_identifier` is kept beside its field in the clear; of the others,
        which not every connector has a place for, only that they are there:

        | member | kept as | needs |
        |---|---|---|
        %s
        """
                .formatted(
                        ClientLimits.MAX_BYTES / 1024,
                        ClientLimits.MAX_CHANGES,
                        table(
                                PaymentOption::isInPayment,
                                PaymentOption::type,
                                PaymentOption::capability),
                        table(
                                PaymentOption::isInCapture,
                                option -> Objects.requireNonNull(option.captureType()),
                                PaymentOption::captureCapability),
                        Stream.of(CarriedMember.values())
                                .map(OptionsPageTest::row)
                                .collect(Collectors.joining("\n")));
    }

    private static String row(CarriedMember member) {
        return "| %s | %s | %s |"
                .formatted(
                        member.path(),
                        member.carriedName(),
                        Objects.requireNonNullElse(member.capability(), ""));
    }

    private static String table(
            Predicate<PaymentOption> wanted,
            Function<PaymentOption, Type> type,
            Function<PaymentOption, @Nullable String> capability) {
        return Stream.of(PaymentOption.values())
                .filter(wanted)
                .map(option -> row(option, type.apply(option), capability.apply(option)))
                .collect(
                        Collectors.joining(
                                "",
                                "| field | type | set by | until | acts on | needs | sealed |"
                                        + " shown |\n"
                                        + "|---|---|---|---|---|---|---|---|\n",
                                ""));
    }

    private static String row(PaymentOption option, Type type, @Nullable String capability) {
        return "| %s | %s | %s | %s | %s | %s | %s | %s |\n"
                .formatted(
                        option.fieldName(),
                        type.label(),
                        option.setBy().label(),
                        option.until().label(),
                        option.hasEffect() ? option.actsOn() : "-",
                        needs(option, capability),
                        option.sealed().label(),
                        option.isShown() ? "payment" : "");
    }

    private static String needs(PaymentOption option, @Nullable String capability) {
        if (capability == null) {
            return "";
        }
        return option.isRequired() ? capability + " (required)" : capability;
    }
}
