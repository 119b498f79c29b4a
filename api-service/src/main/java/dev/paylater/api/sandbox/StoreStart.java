package dev.paylater.api.sandbox;

import dev.paylater.api.audit.AuditLog;
import dev.paylater.api.customer.Customers;
import dev.paylater.api.idempotency.Claims;
import dev.paylater.api.key.Keys;
import dev.paylater.api.merchant.ConnectorAccount;
import dev.paylater.api.merchant.Profile;
import dev.paylater.api.session.Sessions;
import dev.paylater.kit.security.Sealer;
import java.time.Clock;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.data.domain.Sort.Direction;
import org.springframework.data.mongodb.core.MongoOperations;
import org.springframework.data.mongodb.core.index.Index;
import org.springframework.stereotype.Component;

/** Gets the store ready before the first request: indexes, and in the local profile the sandbox. */
@Component
final class StoreStart implements SmartLifecycle {

    /** Before the web server starts to take requests. */
    private static final int PHASE = 0;

    private final MongoOperations store;
    private final Keys keys;
    private final Claims claims;
    private final Customers customers;
    private final AuditLog audit;
    private final Sessions sessions;
    private final SandboxSeed sandbox;
    private final boolean isLocal;
    private final String simulatorUrl;
    private volatile boolean running;

    StoreStart(
            MongoOperations store,
            Keys keys,
            Claims claims,
            Customers customers,
            AuditLog audit,
            Sessions sessions,
            Sealer sealer,
            Clock clock,
            Environment environment,
            @Value("${paylater.simulator-url:}") String simulatorUrl) {
        this.store = store;
        this.keys = keys;
        this.claims = claims;
        this.customers = customers;
        this.audit = audit;
        this.sessions = sessions;
        this.sandbox = new SandboxSeed(store, keys, sealer, clock);
        this.isLocal = environment.acceptsProfiles(Profiles.of("local"));
        this.simulatorUrl = simulatorUrl;
    }

    @Override
    public void start() {
        keys.createIndexes();
        claims.createIndexes();
        customers.createIndexes();
        audit.createIndexes();
        sessions.createIndexes();
        createMerchantIndexes();
        if (isLocal) {
            sandbox.plant(simulatorUrl);
        } else {
            sandbox.requireAbsent();
        }
        running = true;
    }

    /** Every create and every confirm looks for what is one merchant's, among all merchants'. */
    private void createMerchantIndexes() {
        store.indexOps(ConnectorAccount.class)
                .createIndex(new Index("merchantId", Direction.ASC).on("position", Direction.ASC));
        store.indexOps(Profile.class).createIndex(new Index("merchantId", Direction.ASC));
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
