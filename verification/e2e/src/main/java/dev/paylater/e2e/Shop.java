package dev.paylater.e2e;

import java.util.Locale;

/** A real provider, and what is sold to a customer whom it serves. */
public enum Shop {
    KLARNA("EUR", "DE", "invoice"),
    AFFIRM("USD", "US", "installment_invoice"),
    AFTERPAY_CLEARPAY("AUD", "AU", "installment_invoice"),
    SEZZLE("USD", "US", "installment_invoice"),
    SCALAPAY("EUR", "IT", "installment_invoice"),
    MONDU("EUR", "DE", "invoice"),
    BILLIE("EUR", "DE", "invoice"),
    TAMARA("SAR", "SA", "installment_invoice"),
    PAYPAL("USD", "US", "installment_invoice"),
    ALMA("EUR", "FR", "installment_invoice"),
    RIVERTY("EUR", "DE", "invoice"),
    TWO("EUR", "DE", "invoice"),
    TABBY("AED", "AE", "installment_invoice");

    public static final long AMOUNT = 10_000;

    private final String currency;
    private final String country;
    private final String type;

    Shop(String currency, String country, String type) {
        this.currency = currency;
        this.country = country;
        this.type = type;
    }

    /** Billie and Riverty decide at once; the others send the customer to a page. */
    public boolean hasPage() {
        return this != BILLIE && this != RIVERTY;
    }

    public String connector() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String currency() {
        return currency;
    }

    public String country() {
        return country;
    }

    public String type() {
        return type;
    }

    /** A confirmed payment whose outcome the tag chooses. */
    public String purchase(String captureMethod, String tag) {
        return """
        {"amount": %d, "currency": "%s", "capture_method": "%s", "confirm": true,
         "connector": ["%s"],
         "payment_method": "pay_later", "payment_method_type": "%s",
         "payment_method_data": {"pay_later": {"%s": {}}},
         "return_url": "https://shop.example/return",
         "metadata": {"company_name": "Jones Lampen GmbH", "registration_id": "HRB 1234"},
         "order_details": [
           {"product_name": "Lamp", "quantity": 2, "amount": 7000, "product_id": "L-1"},
           {"product_name": "Bulb", "quantity": 1, "amount": 2999, "product_id": "B-7"}],
         "billing": {"address": {"first_name": "Ada", "last_name": "Jones",
           "line1": "Hauptstr. 1", "zip": "10115", "city": "Berlin", "country": "%s"},
           "phone": {"number": "566027755", "country_code": "+966"}, "email": "ada%s@example.com"}}
        """
                .formatted(
                        AMOUNT,
                        currency,
                        captureMethod,
                        connector(),
                        type,
                        type,
                        country,
                        tag.isEmpty() ? "" : "+" + tag);
    }
}
