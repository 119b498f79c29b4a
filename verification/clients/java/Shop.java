import dev.example.ApiClient;
import dev.example.api.PaymentsApi;
import dev.example.api.RefundsApi;
import dev.example.model.Address;
import dev.example.model.AddressHolder;
import dev.example.model.CaptureMethod;
import dev.example.model.CaptureRequest;
import dev.example.model.Country;
import dev.example.model.Currency;
import dev.example.model.Payment;
import dev.example.model.PaymentCreateRequest;
import dev.example.model.PaymentListItem;
import dev.example.model.PaymentMethod;
import dev.example.model.PaymentMethodType;
import dev.example.model.PaymentStatus;
import dev.example.model.RefundCreateRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;

/** Creates three payments, captures one, refunds a part of it and pages through the three. */
class Shop {

    private static final String CUSTOMER = "cus_java_" + System.currentTimeMillis();

    private final PaymentsApi payments;
    private final RefundsApi refunds;

    private Shop(ApiClient client) {
        payments = new PaymentsApi(client);
        refunds = new RefundsApi(client);
    }

    private Payment create() throws Exception {
        return payments.createPayment(
                new PaymentCreateRequest()
                        .amount(6540L)
                        .currency(Currency.EUR)
                        .captureMethod(CaptureMethod.MANUAL)
                        .confirm(true)
                        .customerId(CUSTOMER)
                        .paymentMethod(PaymentMethod.PAY_LATER)
                        .paymentMethodType(PaymentMethodType.INVOICE)
                        .billing(
                                new AddressHolder()
                                        .email("ada@example.com")
                                        .address(
                                                new Address()
                                                        .firstName("Ada")
                                                        .lastName("Jones")
                                                        .line1("Main St 1")
                                                        .zip("10115")
                                                        .city("Berlin")
                                                        .country(Country.DE))),
                UUID.randomUUID().toString());
    }

    private List<PaymentListItem> page(String after) throws Exception {
        return payments.listPayments(
                PaymentsApi.APIListPaymentsRequest.newBuilder()
                        .customerId(CUSTOMER)
                        .limit(2)
                        .startingAfter(after)
                        .build());
    }

    private void run() throws Exception {
        var made = new ArrayList<String>();
        for (var i = 0; i < 3; i++) {
            var payment = create();
            expect(payment.getStatus() == PaymentStatus.REQUIRES_CAPTURE, payment);
            made.add(payment.getPaymentId());
        }
        var captured = payments.capturePayment(made.get(0), null, new CaptureRequest());
        expect(captured.getStatus() == PaymentStatus.SUCCEEDED, captured);
        expect(captured.getAmountReceived() == 6540, captured);
        var refund =
                refunds.createRefund(
                        new RefundCreateRequest().paymentId(made.get(0)).amount(1500L), null);
        expect(refund.getAmount() == 1500, refund);
        var listed = new ArrayList<String>();
        var page = page(null).get(0);
        while (true) {
            page.getData().forEach(payment -> listed.add(payment.getPaymentId()));
            if (page.getSize() < 2) {
                break;
            }
            page = page(listed.get(listed.size() - 1)).get(0);
        }
        Collections.reverse(made);
        expect(listed.equals(made), listed);
        System.out.println("created 3, captured, refunded and paged through them");
    }

    private static void expect(boolean holds, Object seen) {
        if (!holds) {
            throw new AssertionError(seen);
        }
    }

    public static void main(String[] arguments) throws Exception {
        var client = new ApiClient();
        client.updateBaseUri(System.getenv("PAYLATER_API"));
        client.setRequestInterceptor(
                request -> request.header("api-key", System.getenv("PAYLATER_KEY")));
        new Shop(client).run();
    }
}
