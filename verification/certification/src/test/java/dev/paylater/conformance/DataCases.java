package dev.paylater.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Capabilities.Feature;

/** Amounts, currencies and texts at their ends. */
interface DataCases extends Cases {

    private void wholeLife(Purchase purchase) {
        var deal = lab().deal(purchase).authorized();
        Check.approved(deal.capture(purchase.amount()), purchase.amount());
        Check.approved(deal.refund(purchase.amount()), purchase.amount());
        assertThat(deal.ledger())
                .containsExactly(
                        deal.line("authorize", purchase.amount()),
                        deal.line("capture", purchase.amount()),
                        deal.line("refund", purchase.amount()));
    }

    private Purchase in(int decimals) {
        return lab().purchase()
                .withCurrency(DeclaredGaps.currency(lab().capabilities(), decimals).orElseThrow());
    }

    @Case
    default void one_minor_unit_is_an_amount() {
        wholeLife(lab().purchase().withAmount(1));
    }

    @Case
    default void the_largest_amount_arrives_to_the_last_unit() {
        wholeLife(lab().purchase().withAmount(lab().subject.largestAmount() - 1));
    }

    @Case
    @Needs(decimals = 0)
    default void amounts_of_a_currency_without_decimals_are_exact() {
        wholeLife(in(0).withAmount(12_345));
    }

    @Case
    @Needs(decimals = 3)
    default void amounts_of_a_currency_with_three_decimals_are_exact() {
        wholeLife(in(3).withAmount(12_345));
    }

    @Case
    default void names_and_addresses_of_any_script_arrive_unharmed() {
        lab().proxy.reset();
        var deal =
                lab().deal(
                                lab().purchase()
                                        .withFirstName("Zoë 東京")
                                        .withLine1("Łąkowa 5, Ærøskøbing"))
                        .authorized();

        var sent =
                lab().proxy.seen().stream().map(FaultyProxy.Seen::body).reduce("", String::concat);
        assertThat(sent).contains("Zoë 東京", "Łąkowa 5, Ærøskøbing");
        assertThat(deal.ledger()).hasSize(1);
    }

    @Case
    default void lines_that_do_not_add_up_are_balanced() {
        wholeLife(
                lab().purchase()
                        .withTerm(
                                "order_details",
                                """
                                [{"product_name": "Lamp", "quantity": 3, "amount": 1999},
                                 {"product_name": "Bulb", "quantity": 2, "amount": 500}]\
                                """));
    }

    @Case
    default void lines_that_cost_more_than_the_payment_are_balanced() {
        wholeLife(
                lab().purchase()
                        .withTerm(
                                "order_details",
                                """
                                [{"product_name": "Lamp", "quantity": 2, "amount": 9999}]\
                                """));
    }

    @Case
    default void an_order_without_lines_is_possible() {
        wholeLife(lab().purchase().withTerm("order_details", "[]"));
    }

    @Case
    @Needs(Feature.B2B)
    default void a_company_can_buy() {
        wholeLife(
                lab().purchase()
                        .withTerm(
                                "metadata",
                                """
                                {"buyer_type": "company", "company_name": "Jones GmbH",
                                 "registration_id": "HRB 1234"}\
                                """));
    }
}
