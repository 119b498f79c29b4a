package dev.paylater.simulator.dialect;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Document;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The webhooks that an account has registered, where a provider lists and changes them. */
public final class Registrations {

    private static final String ALL = "webhooks";

    private final Book book;
    private final String connector;
    private final String id;

    /**
     * Those of one provider.
     *
     * @param id the name of a webhook's id there
     */
    public Registrations(Book book, String connector, String id) {
        this.book = book;
        this.connector = connector;
        this.id = id;
    }

    /** All of an account's, oldest first; a copy. */
    public ArrayNode of(String account) {
        var document = book.document(name(account));
        return document != null && document.content().path(ALL) instanceof ArrayNode all
                ? all.deepCopy()
                : BookJson.MAPPER.createArrayNode();
    }

    /** Where among them the one of this id is, or -1. */
    public int indexOf(ArrayNode all, String wanted) {
        for (var at = 0; at < all.size(); at++) {
            if (all.get(at).path(id).asString("").equals(wanted)) {
                return at;
            }
        }
        return -1;
    }

    public void put(String account, ArrayNode all) {
        ObjectNode content = BookJson.MAPPER.createObjectNode().set(ALL, all);
        book.run(connector, change -> change.put(new Document(name(account), account, content)));
    }

    private String name(String account) {
        return connector + " webhooks of " + account;
    }
}
