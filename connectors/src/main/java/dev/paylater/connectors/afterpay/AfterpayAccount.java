package dev.paylater.connectors.afterpay;

import dev.paylater.connector.kit.AccountForm;

/** What an account at Afterpay has. */
final class AfterpayAccount {

    static final AccountForm FORM =
            AccountForm.of("merchant_id", "secret_key")
                    .testedAt("https://global-api-sandbox.afterpay.com")
                    .text(
                            "user_agent",
                            "names paylater and the merchant id",
                            "the mandatory User-Agent")
                    .text(
                            "webhook_url",
                            "the address that was called",
                            "the address that Afterpay signs, where a proxy changes it")
                    .text("webhook_signature_encoding", "base64", "`hex`")
                    .text("currency", "none", "of disputes whose amount names none");

    private AfterpayAccount() {}
}
