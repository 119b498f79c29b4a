package dev.paylater.simulator.dialect;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Document;
import org.jspecify.annotations.Nullable;

/**
 * Where an account wants its webhooks, at providers that are told once and not with each payment.
 * An address may hold {@code {connector}}, {@code {account}} and {@code {merchant_reference}}.
 */
public final class Subscriptions {

    private static final String URL = "url";

    private final Book book;
    private final @Nullable String usual;

    /**
     * The subscriptions in the book.
     *
     * @param usual where webhooks go of accounts that have not said, or null for nowhere
     */
    public Subscriptions(Book book, @Nullable String usual) {
        this.book = book;
        this.usual = usual;
    }

    public void put(String connector, String account, String url) {
        var content = BookJson.MAPPER.createObjectNode().put(URL, url);
        book.run(
                connector,
                change -> change.put(new Document(id(connector, account), account, content)));
    }

    public @Nullable String url(String connector, String account, String merchantReference) {
        var document = book.document(id(connector, account));
        var url = document == null ? usual : document.content().path(URL).asString(usual);
        return url == null
                ? null
                : url.replace("{connector}", connector)
                        .replace("{account}", account)
                        .replace("{merchant_reference}", merchantReference);
    }

    private static String id(String connector, String account) {
        return "subscription " + connector + ' ' + account;
    }
}
