package dev.paylater.connectors.klarna;

import dev.paylater.connector.kit.AccountForm;

/** What an account at Klarna has. */
final class KlarnaAccount {

    static final AccountForm FORM =
            AccountForm.of("username", "password")
                    .testedBy("playground")
                    .text("region", "Europe", "`-na` or `-oc`")
                    .flag(
                            "playground",
                            "false",
                            "true: Klarna's test system, instead of a `base_url`")
                    .flag(
                            "payment_method_category_filter",
                            "false",
                            "true: the page shows the category of the payment's type alone"
                                + " (PAY_LATER, PAY_OVER_TIME, DIRECT_DEBIT), for accounts that"
                                + " have these. Without it, all that Klarna offers the customer")
                    .flag(
                            "keep_failed_pages",
                            "false",
                            "true: a page on which it failed stays open, and the payment waits,"
                                + " until the session expires: the customer may try again. Without"
                                + " it such a page is switched off and the payment fails as soon as"
                                + " Klarna says so")
                    .flag(
                            "repeats_keys",
                            "true",
                            "false: this account's provider is not trusted to know a"
                                + " Klarna-Idempotency-Key again. No payment is made by a mandate"
                                + " then, since nothing but its key shows an order whose answer was"
                                + " lost. A request that is delivered twice is inquired about"
                                + " before it is sent again");

    private KlarnaAccount() {}
}
