package dev.paylater.connectors.alma;

import dev.paylater.connector.kit.AccountForm;

/** What an account at Alma has. */
final class AlmaAccount {

    static final AccountForm FORM =
            AccountForm.of("api_key")
                    .testedAt("https://api.sandbox.getalma.eu")
                    .number(
                            "installments_count",
                            "3",
                            "of what is paid in instalments; a plan of the account")
                    .number(
                            "deferred_days",
                            "30",
                            "until an invoice is paid; a plan of the account");

    private AlmaAccount() {}
}
