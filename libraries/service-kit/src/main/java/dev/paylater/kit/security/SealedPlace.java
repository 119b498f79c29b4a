package dev.paylater.kit.security;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Where a sealed text belongs, and the only place where it opens. The rule: a text is bound to what
 * stays the same wherever it is copied to.
 *
 * <ul>
 *   <li>A field of a payment, a capture or a refund is bound to its payment: it travels with that
 *       payment's id through commands, journal, requests to connectors and the refund's own
 *       document. No payment takes a sealed text over from another one: who pays with a mandate
 *       gets its amounts and the provider's id of it, not the terms of the payment that gave it.
 *   <li>An account's credentials and webhook secret are bound to the account, a profile's
 *       payment_response_hash_key to the profile.
 *   <li>The answer to a request with an Idempotency-Key is bound to that key's record.
 * </ul>
 *
 * @param ownerId the payment, account or record, see above
 * @param field the interface's name of the field
 */
public record SealedPlace(String merchantId, String ownerId, String field) {

    /** No part contains a zero, except that the field, which is last, may. */
    byte[] associatedData() {
        return (merchantId + '\0' + ownerId + '\0' + field).getBytes(UTF_8);
    }
}
