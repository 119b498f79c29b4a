package dev.paylater.simulator.http;

import dev.paylater.simulator.dialect.ProviderCall;

/** A part of the simulator that is no provider: its own interface, the customer's pages. */
public interface Site {

    Served serve(ProviderCall call);
}
