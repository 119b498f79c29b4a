package dev.paylater.connector.kit;

/** Everything that is particular to one provider, as rows and pure functions. */
public interface Provider {

    Profile profile();

    Operations operations();

    Webhooks webhooks();
}
