package dev.paylater.teststack;

/** A document store that can go away and come back at the same address with its documents. */
public sealed interface Store extends AutoCloseable permits ContainerStore, LocalStore, NamedStore {

    /** Empty; returns when it takes connections. */
    static Store start() {
        var named = System.getenv(Source.MONGODB);
        if (named != null) {
            return new NamedStore(named);
        }
        return switch (Source.chosen()) {
            case CONTAINERS -> ContainerStore.start();
            case LOCAL -> new LocalStore();
        };
    }

    String uri(String database);

    /** Nothing answers when it returns. */
    void stop();

    /** After {@link #stop}; returns when it takes connections. */
    void restart();

    @Override
    void close();
}
