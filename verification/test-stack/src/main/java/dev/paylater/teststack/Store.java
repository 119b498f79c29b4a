package dev.paylater.teststack;

/** A document store that can die and come back at the same address with the same documents. */
public sealed interface Store extends AutoCloseable permits ContainerStore, LocalStore {

    /** Empty; returns when it takes connections. */
    static Store start() {
        return switch (Source.chosen()) {
            case CONTAINERS -> ContainerStore.start();
            case LOCAL -> LocalStore.start();
        };
    }

    String uri(String database);

    /** kill -9; nothing answers when it returns. */
    void kill();

    /** After {@link #kill}; returns when it takes connections. */
    void restart();

    @Override
    void close();
}
