package dev.paylater.connectors.sezzle;

import dev.paylater.connector.kit.AccountForm;

/** What an account at Sezzle has. */
final class SezzleAccount {

    static final AccountForm FORM =
            AccountForm.of("public_key", "private_key")
                    .testedAt("https://sandbox.gateway.sezzle.com")
                    .flag(
                            "repeats_keys",
                            "true",
                            "false: this account's provider is not trusted to know a"
                                + " Sezzle-Request-Id again. A capture or refund whose answer was"
                                + " lost, while the order lists one of its amount, and a payment by"
                                + " mandate whose answer was lost, then stay unknown until a person"
                                + " has looked; otherwise the same request is sent once more, which"
                                + " Sezzle answers without doing it again. A request that is"
                                + " delivered twice is inquired about before it is sent again");

    private SezzleAccount() {}
}
