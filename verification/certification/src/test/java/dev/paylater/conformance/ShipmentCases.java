package dev.paylater.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Capabilities.Idempotency;
import dev.paylater.connector.kit.Operation;
import dev.paylater.provider.ProviderResult.Status;
import java.util.Map;

/** Goods that the merchant has handed to a carrier. */
interface ShipmentCases extends Cases {

    private Deal captured() {
        var deal = lab().deal().authorized();
        Check.approved(deal.capture(6540), 6540);
        return deal;
    }

    /** Ships, and counts the calls that it takes: the last of them tells of it. */
    private int shipped(Deal deal) {
        var before = lab().proxy.seen().size();
        Check.approved(deal.ship("0033"), 0);
        return lab().proxy.seen().size() - before;
    }

    @Case
    @Needs(Feature.SHIPMENTS)
    default void a_shipment_is_taken_and_moves_no_money() {
        var deal = captured();
        var before = deal.ledger();

        Check.approved(deal.ship("0034"), 0);
        Check.approved(deal.ship("0035"), 0);

        assertThat(deal.ledger()).isEqualTo(before);
    }

    /** Of one that can be repeated without harm, the provider need not show what it has. */
    @Case
    @Needs(Feature.SHIPMENTS)
    default void a_shipment_whose_answer_is_lost_is_found_or_can_be_repeated() {
        var deal = captured();
        lab().proxy.spoil(shipped(deal), Fault.LOST_ANSWER);

        Check.unknown(deal.ship("0034"));
        var repeatable =
                lab().capabilities().idempotency().get(Operation.SHIP) == Idempotency.HARMLESS;
        var found = deal.inquire().status();
        assertThat(found == Status.APPROVED || (repeatable && found == Status.NOT_FOUND)).isTrue();
        Check.approved(deal.again(), 0);
    }

    @Case
    @Needs(Feature.SHIPMENTS)
    default void a_shipment_that_never_arrived_is_not_found_and_sent_again() {
        var deal = captured();
        lab().proxy.spoil(shipped(deal), Fault.LOST_REQUEST);

        Check.unknown(deal.ship("0034"));
        assertThat(deal.inquire().status()).isEqualTo(Status.NOT_FOUND);
        Check.approved(deal.again(), 0);
    }

    /** A parcel of the only capture. */
    static Map<String, String> parcel(String captureId, String number) {
        return Map.of(
                "connector_capture_id",
                '"' + captureId + '"',
                "carrier",
                "\"DHL\"",
                "tracking_number",
                '"' + number + '"',
                "tracking_url",
                "\"https://track.example/" + number + "\"");
    }
}
