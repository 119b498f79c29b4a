package dev.paylater.connectors.mondu;

import dev.paylater.connector.kit.AccountForm;

/** What an account at Mondu has. */
final class MonduAccount {

    static final AccountForm FORM =
            AccountForm.of("api_token")
                    .testedAt("https://api.demo.mondu.ai")
                    .text(
                            "invoice_url",
                            "`capture_metadata.invoice_data.invoice_url` is required",
                            "where an invoice can be read; `{invoice_ref}` and `{payment_id}` are"
                                    + " filled in")
                    .object(
                            "payment_methods",
                            "the sheet's names",
                            "sub-type to Mondu's payment method, as `{\"invoice\": \"invoice\"}`")
                    .number("net_term", "the account's own", "days")
                    .text("language", "en", "for locales that Mondu does not speak")
                    .text("state_flow", "authorization_flow", "")
                    .text(
                            "invoice_date_field",
                            "not sent",
                            "the field of an invoice that takes `invoice_data.invoice_date`");

    private MonduAccount() {}
}
