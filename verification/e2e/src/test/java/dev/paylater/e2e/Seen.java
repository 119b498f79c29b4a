package dev.paylater.e2e;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** What was seen elsewhere than in an answer, as JSON, so that a row can point into it. */
final class Seen {

    private Seen() {}

    static JsonNode text(String text) {
        return JsonNodeFactory.instance.stringNode(text);
    }

    static JsonNode texts(List<String> texts) {
        var list = JsonNodeFactory.instance.arrayNode();
        texts.forEach(list::add);
        return list;
    }

    /** Whether a list has no, one or several items. */
    static JsonNode size(JsonNode list) {
        return text(list.isEmpty() ? "none" : list.size() == 1 ? "one" : "several");
    }

    /** Whether a list has nothing but what was asked for, and has it. */
    static JsonNode only(JsonNode list, String field, String wanted) {
        var isOnly =
                !list.isEmpty()
                        && list.valueStream()
                                .allMatch(one -> one.path(field).asString("").equals(wanted));
        return text(isOnly ? "only what was asked for" : "others, too");
    }

    /** What the provider has booked for a payment. */
    static JsonNode ledger(String paymentId) {
        return texts(ProviderLedger.ledgerOf(paymentId));
    }
}
