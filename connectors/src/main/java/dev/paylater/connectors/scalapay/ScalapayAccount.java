package dev.paylater.connectors.scalapay;

import dev.paylater.connector.kit.AccountForm;

/** What an account at Scalapay has. */
final class ScalapayAccount {

    static final AccountForm FORM =
            AccountForm.of("api_key")
                    .testedAt("https://integration.api.scalapay.com")
                    .text(
                            "product",
                            "what the contract says",
                            "`pay-in-3` or `pay-in-4`, for accounts with both; the sub-type"
                                    + " `invoice` is the product `later`")
                    .text("later_frequency", "monthly", "when a `later` order is due")
                    .number(
                            "authorization_expiry_millis",
                            "432000000, five days",
                            "for how long an order can be captured; more by contract")
                    .flag(
                            "repeats_keys",
                            "true",
                            "false: this account's provider is not trusted to know an"
                                + " Idempotency-Key again. A refund whose answer was lost then"
                                + " stays unknown until a person has looked; otherwise the same"
                                + " request is sent once more, since Scalapay shows no refunds. A"
                                + " request that is delivered twice is inquired about before it is"
                                + " sent again");

    private ScalapayAccount() {}
}
