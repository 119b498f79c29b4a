package dev.paylater.connectors.affirm;

import dev.paylater.connector.kit.AccountForm;

/** What an account at Affirm has. */
final class AffirmAccount {

    static final AccountForm FORM =
            AccountForm.of("public_key", "private_key")
                    .testedAt("https://api.global.sandbox.affirm.com")
                    .text(
                            "merchant_name",
                            "Affirm's own name of the merchant",
                            "shown to the customer")
                    .text("financing_program", "the account's usual one", "of all its checkouts");

    private AffirmAccount() {}
}
