package dev.paylater.refund.core;

/** What has to be known of a provider before a refund is cut: declared data, given in tests. */
public interface ProviderCapabilities {

    /**
     * Whether the provider wants each capture to be refunded by itself.
     *
     * @param byLine whether the merchant names the lines
     */
    boolean refundsPerCapture(String connector, boolean byLine);
}
