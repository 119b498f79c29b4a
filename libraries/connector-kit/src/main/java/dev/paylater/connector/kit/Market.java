package dev.paylater.connector.kit;

/**
 * A country in which a provider sells in a currency.
 *
 * @param country ISO 3166-1 alpha-2
 * @param currency ISO 4217
 */
public record Market(String country, String currency) {

    /** As other services read it, for example {@code DE/EUR}. */
    public String wireName() {
        return country + "/" + currency;
    }
}
