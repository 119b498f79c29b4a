package dev.paylater.ops.environment;

import dev.paylater.messaging.SchemaRegistry;
import dev.paylater.ops.console.UserProblem;
import java.util.Optional;

/**
 * One running paylater, as its operator reaches it. Each part is looked up when a command needs it;
 * one that is not named, or does not run, is a {@link UserProblem}.
 */
public interface Environment {

    Kafka kafka();

    StoreAddress store();

    SchemaRegistry registry();

    ApiAddress api();

    /** Whether an administrator's key is there, without which some commands read the store. */
    boolean hasAdminKey();

    /** Base URL of the provider simulator, whose ledger is the provider's books; none elsewhere. */
    Optional<String> simulatorUrl();
}
