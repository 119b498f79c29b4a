package dev.paylater.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connectors.sezzle.Sezzle;
import dev.paylater.provider.ProviderResult.Status;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

final class SezzleConformanceTest extends ConnectorConformance {

    private static final long CENTS_OF_32_BITS = 1L << 31;

    static final Subject SUBJECT =
            Subject.of(
                            Connector.of(new Sezzle()),
                            "/sezzle",
                            Map.of("public_key", "sandbox_kit", "private_key", "sandbox_kit"),
                            Map.of("public_key", "nobody", "private_key", "nobody"))
                    .withCurrency("USD")
                    .withCountry("US")
                    .withPaymentMethodType("installment_invoice")
                    .withLargestAmount(CENTS_OF_32_BITS);

    @Override
    Subject subject() {
        return SUBJECT;
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    void a_customer_who_does_not_agree_to_later_payments_pays_all_the_same() {
        var deal = lab().deal(lab().purchase().tagged("no-mandate").withPaymentType("new_mandate"));

        var result = deal.authorize("approve");

        Check.approved(result, 6540);
        assertThat(result.data().mandateId()).isNull();
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    void a_payment_by_mandate_that_sezzle_does_not_approve_is_declined() {
        var first =
                lab().deal(
                                lab().purchase()
                                        .tagged("mandate-declined")
                                        .withPaymentType("new_mandate"));
        var mandate = first.authorize("approve").data().mandateId();
        var second = lab().deal(lab().purchase().withMandateId(mandate));

        var result = second.authorize();

        Check.declined(result);
        assertThat(second.inquire().status()).isEqualTo(Status.DECLINED);
        assertThat(second.ledger()).isEmpty();
    }
}
