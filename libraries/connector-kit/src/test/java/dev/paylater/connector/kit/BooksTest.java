package dev.paylater.connector.kit;

import static dev.paylater.connector.kit.Contexts.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.provider.ProviderBooks;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class BooksTest {

    private static final Context CONTEXT = Contexts.of(Operation.AUTHORIZE);

    @Test
    void totals_are_minor_units_or_amounts_with_their_currency() {
        assertThat(read(Books.at("/taken"), Books.at("/back"), "{'taken': 700, 'back': 0}"))
                .isEqualTo(new ProviderBooks(700, 0));
        assertThat(
                        read(
                                Books.money("/taken"),
                                Books.money("/back"),
                                "{'taken': {'amount': '7.00', 'currency': 'EUR'},"
                                        + " 'back': {'amount': 1.5, 'currency': 'EUR'}}"))
                .isEqualTo(new ProviderBooks(700, 150));
    }

    @Test
    void what_was_released_is_known_where_it_is_shown() {
        assertThat(
                        read(
                                Books.at("/taken"),
                                Books.at("/back"),
                                "{'taken': 700, 'back': 0, 'gone': 300}"))
                .isEqualTo(new ProviderBooks(700, 0, 300L));
        assertThat(read(Books.at("/taken"), Books.at("/back"), "{'taken': 7, 'gone': 3}")).isNull();
    }

    @Test
    void what_an_answer_shows_one_of_is_not_known() {
        for (var answer :
                new String[] {"{}", "{'taken': 7}", "{'back': 7}", "{'taken': 7, 'back': null}"}) {
            assertThat(read(Books.at("/taken"), Books.at("/back"), answer)).isNull();
        }
        assertThat(read(Books.money("/taken"), Books.money("/back"), "{'back': null}")).isNull();
    }

    @Test
    void an_amount_in_another_currency_is_unreadable() {
        assertThatThrownBy(
                        () ->
                                read(
                                        Books.money("/taken"),
                                        Books.money("/back"),
                                        "{'taken': {'amount': '7.00', 'currency': 'USD'},"
                                                + " 'back': {'amount': '0', 'currency': 'EUR'}}"))
                .isInstanceOf(UnreadableAnswer.class);
    }

    @Test
    void a_reading_without_books_shows_none() {
        var reading = Reading.of(_ -> ProviderStatus.AUTHORIZED).amount("/taken");
        assertThat(reading.read(json("{'taken': 7, 'back': 0}"), CONTEXT).books()).isNull();
        assertThat(
                        reading.books(Books.at("/taken"), Books.at("/back"))
                                .read(json("{'taken': 7, 'back': 3}"), CONTEXT)
                                .books())
                .isEqualTo(new ProviderBooks(7, 3));
    }

    private static @Nullable ProviderBooks read(
            Books.Total captured, Books.Total refunded, String answer) {
        return Books.of(captured, refunded, Books.at("/gone")).apply(json(answer), CONTEXT);
    }
}
