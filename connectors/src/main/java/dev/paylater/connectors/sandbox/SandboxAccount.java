package dev.paylater.connectors.sandbox;

import dev.paylater.connector.kit.AccountForm;

/** What an account at Sandbox has. */
final class SandboxAccount {

    static final AccountForm FORM = AccountForm.of("api_key");

    private SandboxAccount() {}
}
