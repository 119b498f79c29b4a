package dev.paylater.connector.verification;

import dev.paylater.connector.account.LatestAccounts;
import dev.paylater.connector.call.OperationExecution;
import dev.paylater.connector.call.Verification;
import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Connector;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Verifies accounts as they are stored now, within a bounded time. */
@Component
final class AccountVerifications {

    /** api-service waits for nine seconds. */
    private static final Duration LONGEST = Duration.ofSeconds(8);

    private final Map<String, Connector> connectors;
    private final LatestAccounts accounts;
    private final OperationExecution execution;

    AccountVerifications(
            List<Connector> connectors, LatestAccounts accounts, OperationExecution execution) {
        this.connectors =
                connectors.stream().collect(Collectors.toMap(Connector::name, Function.identity()));
        this.accounts = accounts;
        this.execution = execution;
    }

    /** Empty when the merchant has no such account. */
    Optional<Verification> verify(String merchantId, String accountId) throws InterruptedException {
        try {
            var account = accounts.find(merchantId, accountId).orElse(null);
            var connector = account == null ? null : connectors.get(account.connector());
            return account == null || connector == null
                    ? Optional.empty()
                    : Optional.of(bounded(account, connector));
        } catch (IllegalArgumentException e) {
            return Optional.of(Verification.sealed());
        }
    }

    private Verification bounded(Account account, Connector connector) throws InterruptedException {
        var call = new FutureTask<>(() -> execution.verify(account, connector));
        Thread.ofVirtual().name("verify-" + account.id()).start(call);
        try {
            return call.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            return Verification.overdue(LONGEST.toSeconds());
        } catch (ExecutionException e) {
            throw new IllegalStateException("verifying " + account.id(), e.getCause());
        } finally {
            call.cancel(true);
        }
    }
}
