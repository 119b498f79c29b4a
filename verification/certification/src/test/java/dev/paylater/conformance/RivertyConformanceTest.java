package dev.paylater.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connectors.riverty.Riverty;
import dev.paylater.provider.ProviderResult.Status;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

final class RivertyConformanceTest extends ConnectorConformance {

    static final Subject SUBJECT =
            Subject.of(
                    Connector.of(new Riverty()),
                    "/riverty",
                    Map.of("api_key", "sandbox_kit"),
                    Map.of("api_key", "nobody"));

    @Override
    Subject subject() {
        return SUBJECT;
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    void a_redirect_that_the_merchant_asks_for_is_the_hosted_page_and_an_order_after_it() {
        var deal = hosted();
        var page = Check.page(deal.authorize());
        assertThat(deal.complete().status()).isEqualTo(Status.REQUIRES_ACTION);
        assertThat(Check.page(deal.again())).isEqualTo(page);

        assertThat(lab().simulator.decide(page, "approve")).contains(deal.paymentId());

        Check.approved(deal.complete(), 6540);
        Check.approved(deal.capture(6540), 6540);
        Check.approved(deal.refund(6540), 6540);
        assertThat(deal.ledger())
                .containsExactly(
                        deal.line("authorize", 6540),
                        deal.line("capture", 6540),
                        deal.line("refund", 6540));
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    void a_customer_who_is_declined_on_the_hosted_page_comes_back_to_a_failure() {
        var deal = hosted();
        lab().simulator.decide(Check.page(deal.authorize()), "decline");

        Check.declined(deal.complete());
        assertThat(deal.ledger()).isEmpty();
    }

    /** There is nothing to cancel at Riverty yet; an order that comes all the same is held. */
    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    void a_hosted_page_that_was_cancelled_ends_the_payment_unless_an_order_comes_of_it() {
        var deal = hosted();
        var page = Check.page(deal.authorize());

        assertThat(deal.cancel().status()).isEqualTo(Status.APPROVED);
        Check.declined(deal.complete());

        lab().simulator.decide(page, "approve");
        Check.approved(deal.complete(), 6540);
        assertThat(deal.cancel().status()).isEqualTo(Status.APPROVED);
        assertThat(deal.ledger())
                .containsExactly(deal.line("authorize", 6540), deal.line("void", 6540));
    }

    private Deal hosted() {
        return lab().deal(lab().purchase().withTerm("payment_experience", "\"redirect_to_url\""));
    }
}
