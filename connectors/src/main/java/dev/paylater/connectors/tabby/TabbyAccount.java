package dev.paylater.connectors.tabby;

import dev.paylater.connector.kit.AccountForm;

/** What an account at Tabby has. */
final class TabbyAccount {

    static final AccountForm FORM =
            AccountForm.of("secret_key", "merchant_code")
                    .text("region", "ai", "`sa` for accounts in Saudi Arabia")
                    .text("item_category", "other", "of the items of an order: Tabby requires one")
                    .text(
                            "webhook_header",
                            "X-Webhook-Secret",
                            "the title of the header that is registered with the webhook");

    private TabbyAccount() {}
}
