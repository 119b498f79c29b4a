package dev.paylater.connectors.riverty;

import dev.paylater.connector.kit.AccountForm;

/** What an account at Riverty has. */
final class RivertyAccount {

    static final AccountForm FORM =
            AccountForm.of("api_key")
                    .testedAt("https://api.bnpl-pt.riverty.io")
                    .number(
                            "installment_profile",
                            "instalments are refused",
                            "number of the plan that Riverty has agreed with the account")
                    .text(
                            "refund_items_field",
                            "items",
                            "`orderItems`, as older interfaces want a refund's lines")
                    .text(
                            "webhook_signed_text",
                            "`{t}.{body}`",
                            "what is signed; `{t}` is the time in the signature, `{body}` the"
                                + " notification. Without the time in it, a replay is known by its"
                                + " message id only");

    private RivertyAccount() {}
}
