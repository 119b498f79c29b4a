package dev.paylater.teststack;

/** What a service needs around it; each part starts when it is first used and ends with the JVM. */
public final class Stack {

    private static final Stack SHARED = new Stack();

    private Stack() {}

    public static Stack shared() {
        return SHARED;
    }

    public String mongoUri(String database) {
        return SharedStore.STORE.uri(database);
    }

    public String bootstrap() {
        return SharedBroker.BROKER.bootstrap();
    }

    public String registryUrl() {
        return SharedRegistry.REGISTRY.url();
    }

    private static void closeAtTheEnd(Runnable close) {
        Runtime.getRuntime().addShutdownHook(new Thread(close));
    }

    private static final class SharedStore {
        static final Store STORE = Store.start();

        static {
            closeAtTheEnd(STORE::close);
        }
    }

    private static final class SharedBroker {
        static final Broker BROKER = Broker.start();

        static {
            closeAtTheEnd(BROKER::close);
        }
    }

    private static final class SharedRegistry {
        static final FakeRegistry REGISTRY = new FakeRegistry();
    }
}
