package dev.paylater.options;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A merchant's rule for which connectors to use. */
public sealed interface Routing {

    /** A connector, or one account at it. */
    record Choice(String connector, @Nullable String merchantConnectorId) {

        public boolean fits(ServingAccount account) {
            return account.connector().equals(connector)
                    && (merchantConnectorId == null
                            || account.merchantConnectorId().equals(merchantConnectorId));
        }
    }

    record Share(Choice choice, int percent) {}

    record Single(Choice choice) implements Routing {}

    /** The first that can serve the payment, and the next ones on an outage. */
    record Priority(List<Choice> choices) implements Routing {}

    /** By a hash of the payment's id, so that a retry picks the same. */
    record VolumeSplit(List<Share> shares) implements Routing {

        /** Those that a payment may fall to, the largest first. */
        public List<Share> used() {
            return shares.stream()
                    .filter(share -> share.percent() > 0)
                    .sorted((one, other) -> Integer.compare(other.percent(), one.percent()))
                    .toList();
        }
    }

    /** What to try for this payment, in this order. */
    default List<Choice> choicesFor(String paymentId) {
        return switch (this) {
            case Single(var choice) -> List.of(choice);
            case Priority(var choices) -> choices;
            case VolumeSplit(var shares) -> List.of(pick(shares, paymentId));
        };
    }

    private static Choice pick(List<Share> shares, String paymentId) {
        var ticket = Math.floorMod(spread(paymentId.hashCode()), 100);
        for (var share : shares) {
            ticket -= share.percent();
            if (ticket < 0) {
                return share.choice();
            }
        }
        return shares.getLast().choice();
    }

    /** Strings that differ only at the end have hash codes that differ only a little. */
    private static int spread(int hash) {
        var mixed = hash * 0x9E3779B9;
        return mixed ^ (mixed >>> 16);
    }
}
