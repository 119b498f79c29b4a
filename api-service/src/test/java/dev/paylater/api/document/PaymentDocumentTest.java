package dev.paylater.api.document;

import static org.assertj.core.api.Assertions.assertThat;

import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;

class PaymentDocumentTest {

    @Test
    void a_command_is_accepted_when_it_is_in_the_journal_or_somebody_waits_for_it() {
        var payment =
                read(
                        """
                        {"journal": [{"cause": "settled"}, {"cause": "under way"}],
                         "waiters": [{"command_id": "under way"}, {"command_id": "joined"}],
                         "payment": {}}
                        """);

        assertThat(payment.hasAccepted("settled")).isTrue();
        assertThat(payment.hasSettled("settled")).isTrue();
        assertThat(payment.hasAccepted("under way")).isTrue();
        assertThat(payment.hasSettled("under way")).isFalse();
        assertThat(payment.hasAccepted("joined")).isTrue();
        assertThat(payment.hasSettled("joined")).isFalse();
        assertThat(payment.hasAccepted("undecided")).isFalse();
        assertThat(payment.hasSettled("undecided")).isFalse();
    }

    private static PaymentDocument read(String json) {
        return PaymentDocument.readWithJournal(RawBsonDocument.parse(json).getByteBuffer().asNIO());
    }
}
