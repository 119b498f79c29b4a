package dev.paylater.connectors.two;

import dev.paylater.connector.kit.AccountForm;

/** What an account at Two has. */
final class TwoAccount {

    static final AccountForm FORM =
            AccountForm.of("api_key")
                    .testedAt("https://api.sandbox.two.inc")
                    .number("net_term", "the account's own", "days until an invoice is due")
                    .text("item_type", "PHYSICAL", "of the lines of an order");

    private TwoAccount() {}
}
