package dev.paylater.connectors.paypal;

import dev.paylater.connector.kit.AccountForm;

/** What an account at Paypal has. */
final class PaypalAccount {

    static final AccountForm FORM =
            AccountForm.of("client_id", "client_secret")
                    .testedAt("https://api-m.sandbox.paypal.com")
                    .text("brand_name", "the account's own", "the merchant's name on PayPal's page")
                    .text(
                            "payment_method_preference",
                            "IMMEDIATE_PAYMENT_REQUIRED",
                            "`UNRESTRICTED` also allows payments from a bank account that take"
                                    + " days");

    private PaypalAccount() {}
}
