package dev.paylater.connectors.tamara;

import dev.paylater.connector.kit.AccountForm;

/** What an account at Tamara has. */
final class TamaraAccount {

    static final AccountForm FORM =
            AccountForm.of("api_token")
                    .testedAt("https://api-sandbox.tamara.co")
                    .text("payment_type", "PAY_BY_INSTALMENTS", "")
                    .number("instalments", "3", "how many; Tamara may offer others on its page")
                    .text("item_type", "Physical", "of the items of an order")
                    .text(
                            "shipping_company",
                            "N/A",
                            "of a capture, which Tamara wants to know shipped");

    private TamaraAccount() {}
}
