package dev.paylater.orchestrator.payment;

import org.jspecify.annotations.Nullable;

/**
 * What the customer has to do.
 *
 * @param type the interface's next_action.type
 * @param url the provider's page
 */
public record NextAction(String type, @Nullable String url) {

    static final NextAction THREE_DS = new NextAction("three_ds_invoke", null);
}
