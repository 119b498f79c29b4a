package dev.paylater.simulation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A payment in a provider's books, in the sandbox's words. */
final class ProviderPayment {

    /** Begins the keys of what is done in the portal. */
    static final String PORTAL = "portal_";

    /** How far the authorization has come. */
    enum Stage {
        REQUIRES_ACTION,
        PENDING,
        REVIEW,
        APPROVED,
        DECLINED,
        CANCELLED,
        EXPIRED
    }

    /** A capture, void, refund or increment. */
    static final class Part {
        final String id;
        final String kind;
        final String key;
        final @Nullable String reference;
        final long amount;

        /** Of a refund, the capture that it is of, where the provider was told. */
        @Nullable String captureId;

        String status;

        /** Whether the provider has changed its mind about it. */
        boolean turned;

        Part(
                String id,
                String kind,
                String key,
                @Nullable String reference,
                long amount,
                String status) {
            this.id = id;
            this.kind = kind;
            this.key = key;
            this.reference = reference;
            this.amount = amount;
            this.status = status;
        }

        /** Whether the merchant's people have made it in the provider's portal. */
        boolean isOfPortal() {
            return key.startsWith(PORTAL);
        }

        ObjectNode json() {
            var json = JsonNodeFactory.instance.objectNode();
            json.put("id", id).put("amount", amount).put("status", status);
            json.put("idempotency_key", key);
            if (reference != null) {
                json.put("reference", reference);
            }
            if (status.equals("failed")) {
                json.putObject("error").put("code", kind + "_refused").put("message", "No.");
            }
            return json;
        }
    }

    final String id;
    final String key;
    final String merchantReference;
    final String attemptReference;
    final long amount;
    final String currency;
    final boolean automatic;

    /**
     * Whether its page stays open whatever the merchant does, and its webhooks say no more than
     * that something has changed, as Tabby's.
     */
    final boolean bySession;

    final List<Part> parts = new ArrayList<>();

    /** Tracking numbers. */
    final Set<String> shipments = new HashSet<>();

    final List<ProviderDispute> disputes = new ArrayList<>();
    Stage stage = Stage.PENDING;
    String failure = "declined";
    long authorized;

    /** The part of the approved amount that exceeds the requested one: minor units. */
    long approvedBeyond;

    boolean hasRefusedToRelease;

    /** When the provider last did something with it that was not the answer to a change. */
    long movedAt;

    /** How many of its webhooks nobody has taken yet. */
    int untold;

    ProviderPayment(
            String id,
            String key,
            String merchantReference,
            String attemptReference,
            long amount,
            String currency,
            boolean automatic) {
        this.id = id;
        this.key = key;
        this.merchantReference = merchantReference;
        this.attemptReference = attemptReference;
        this.amount = amount;
        this.currency = currency;
        this.automatic = automatic;
        // Drawn by the payment, so that the seeds stay what they were.
        this.bySession =
                new SplittableRandom(17L * attemptReference.hashCode() + amount).nextInt(3) == 0;
    }

    private long sum(String kind, String... statuses) {
        return parts.stream()
                .filter(part -> part.kind.equals(kind) && List.of(statuses).contains(part.status))
                .mapToLong(part -> part.amount)
                .sum();
    }

    long captured() {
        return sum("capture", "succeeded");
    }

    long refunded() {
        return sum("refund", "succeeded");
    }

    /** What the merchant's people have refunded in the provider's portal. */
    long refundedInPortal() {
        return parts.stream()
                .filter(part -> part.kind.equals("refund") && part.reference == null)
                .mapToLong(part -> part.amount)
                .sum();
    }

    boolean hasTurned() {
        return parts.stream().anyMatch(part -> part.turned);
    }

    /** What refunds came to after all that had another end before: we may not know of it yet. */
    long turned() {
        return parts.stream().filter(part -> part.turned).mapToLong(part -> part.amount).sum();
    }

    /** What could be captured or voided. */
    long held() {
        return authorized - sum("capture", "succeeded", "pending") - sum("void", "succeeded");
    }

    /** What could be refunded. */
    long refundable() {
        return captured() - sum("refund", "succeeded", "pending", "review") - lost();
    }

    /** What the customer has got by disputes. */
    long lost() {
        return disputes.stream().mapToLong(ProviderDispute::lost).sum();
    }

    /** What could be refunded of a capture, in its portal or not. */
    long refundable(Part capture) {
        return capture.amount
                - parts.stream()
                        .filter(part -> capture.id.equals(part.captureId))
                        .filter(part -> !part.status.equals("failed"))
                        .mapToLong(part -> part.amount)
                        .sum();
    }

    boolean isUndecided() {
        return stage == Stage.PENDING
                || stage == Stage.REQUIRES_ACTION
                || disputes.stream().anyMatch(ProviderDispute::isOpen)
                || parts.stream()
                        .anyMatch(p -> p.status.equals("pending") || p.status.equals("review"));
    }

    String status() {
        return switch (stage) {
            case APPROVED -> {
                if (captured() == 0) {
                    yield held() == 0 && sum("void", "succeeded") > 0 ? "voided" : "authorized";
                }
                yield held() == 0 ? "captured" : "partially_captured";
            }
            case REQUIRES_ACTION -> "requires_action";
            case PENDING -> "pending";
            case REVIEW -> "review";
            case DECLINED -> "declined";
            case CANCELLED -> "cancelled";
            case EXPIRED -> "expired";
        };
    }

    ObjectNode json() {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("id", id).put("merchant_reference", merchantReference);
        json.put("status", status()).put("amount_authorized", authorized);
        json.put("amount_captured", captured()).put("amount_refunded", refunded());
        json.put("amount_capturable", held()).put("amount_voided", sum("void", "succeeded"));
        json.put("capture", automatic ? "automatic" : "manual");
        if (stage == Stage.REQUIRES_ACTION) {
            json.putObject("action").put("url", "https://provider.test/pages/" + id);
        }
        if (stage == Stage.DECLINED || stage == Stage.CANCELLED) {
            json.putObject("error").put("code", failure).put("message", "No.");
        }
        array(json, "captures", "capture");
        array(json, "voids", "void");
        array(json, "refunds", "refund");
        array(json, "incremental_authorizations", "incremental_authorization");
        return json;
    }

    private void array(ObjectNode json, String name, String kind) {
        var array = json.putArray(name);
        parts.stream().filter(p -> p.kind.equals(kind)).forEach(p -> array.add(p.json()));
    }
}
