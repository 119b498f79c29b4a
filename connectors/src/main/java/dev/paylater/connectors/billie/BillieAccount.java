package dev.paylater.connectors.billie;

import dev.paylater.connector.kit.AccountForm;

/** What an account at Billie has. */
final class BillieAccount {

    static final AccountForm FORM =
            AccountForm.of("client_id", "client_secret")
                    .testedAt("https://paella-sandbox.billie.io")
                    .text("invoice_url", "as for mondu", "as for mondu")
                    .number("duration", "30", "days until the invoice is due")
                    .flag(
                            "send_currency",
                            "false",
                            "true: the newer form of an order, with its currency")
                    .text("debtor_field", "debtor", "`debtor_company` in the newer form")
                    .text(
                            "legal_form",
                            "none",
                            "of debtors whose `metadata.legal_form` is not given")
                    .text(
                            "house_number",
                            "`-`",
                            "stands for a house number that the address does not have")
                    .text(
                            "webhook_header",
                            "X-Webhook-Secret",
                            "the header that was agreed with Billie")
                    .flag(
                            "outstanding_shows_credit_notes",
                            "false",
                            "true: this account has shown that a credit note lowers an invoice's"
                                + " `outstanding_amount` at once. An invoice of which all is"
                                + " outstanding then has none, and a lost one is written again");

    private BillieAccount() {}
}
