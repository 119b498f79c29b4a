import dev.example.model.Currency;
import dev.example.model.PaymentCreateRequest;

class NoCurrency {
    PaymentCreateRequest payment =
            new PaymentCreateRequest().amount(6540L).currency(Currency.EURO);
}
