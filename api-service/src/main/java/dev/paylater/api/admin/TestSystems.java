package dev.paylater.api.admin;

import dev.paylater.api.merchant.AccountCheck;
import dev.paylater.api.settings.KeyEnvironment;
import dev.paylater.connector.kit.AccountForm.TestSystem;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * In an installation for tests, an account that does not say where its provider is goes to the
 * provider's test system: nobody tries out with real money because a setting was forgotten.
 */
final class TestSystems {

    private static final String BASE_URL = "base_url";
    private static final String SETTINGS = "settings";

    private final KeyEnvironment environment;

    TestSystems(KeyEnvironment environment) {
        this.environment = environment;
    }

    /** Adds to the fields of a new account what leads to the test system. */
    void choose(String connector, ObjectNode fields) {
        if (!isChosen(null, fields)) {
            switch (AccountCheck.formOf(connector).test()) {
                case TestSystem.Address(var baseUrl) -> fields.put(BASE_URL, baseUrl);
                case TestSystem.Flag(var setting) -> raise(setting, fields);
                case null -> {}
            }
        }
    }

    /** Completes settings that replace those of an account; its base_url is not changed. */
    void keep(String connector, @Nullable String baseUrl, ObjectNode fields) {
        if (!isChosen(baseUrl, fields)
                && fields.has(SETTINGS)
                && AccountCheck.formOf(connector).test() instanceof TestSystem.Flag(var setting)) {
            raise(setting, fields);
        }
    }

    private boolean isChosen(@Nullable String baseUrl, ObjectNode fields) {
        return environment != KeyEnvironment.TEST
                || baseUrl != null
                || fields.path(BASE_URL).isString();
    }

    private static void raise(String setting, ObjectNode fields) {
        var settings =
                fields.get(SETTINGS) instanceof ObjectNode sent ? sent : fields.putObject(SETTINGS);
        if (!settings.has(setting)) {
            settings.put(setting, true);
        }
    }
}
