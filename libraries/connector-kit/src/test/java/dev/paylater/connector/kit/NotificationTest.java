package dev.paylater.connector.kit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class NotificationTest {

    private static final byte[] BODY = "{\"name\": \"Ü\"}".getBytes(UTF_8);
    private static final Notification NOTIFICATION =
            new Notification(
                    "https://pay.example/hook?id=1",
                    Map.of("x-signature", "s"),
                    Map.of("id", "1"),
                    BODY);

    @Test
    void a_notification_is_what_came_in() {
        assertThat(NOTIFICATION.url()).isEqualTo("https://pay.example/hook?id=1");
        assertThat(NOTIFICATION.header("X-Signature")).isEqualTo("s");
        assertThat(NOTIFICATION.header("X-Other")).isNull();
        assertThat(NOTIFICATION.parameter("id")).isEqualTo("1");
        assertThat(NOTIFICATION.parameter("other")).isNull();
        assertThat(NOTIFICATION.body()).isEqualTo(BODY);
        assertThat(NOTIFICATION.json().path("name").asString()).isEqualTo("Ü");
    }

    @Test
    void the_bytes_that_are_signed_cannot_be_changed() {
        var bytes = BODY.clone();
        var notification = new Notification(Map.of(), Map.of(), bytes);
        bytes[0] = 'x';
        notification.body()[1] = 'x';

        assertThat(notification.body()).isEqualTo(BODY);
        assertThat(notification.url()).isEmpty();
    }

    @Test
    void a_form_is_read_as_texts() {
        var body = "order_id=pay_1&event=more+to+say&time=03%3A04&flag&=x".getBytes(UTF_8);
        var form = new Notification(Map.of(), Map.of(), body).form();

        assertThat(form)
                .isEqualTo(
                        Contexts.json(
                                "{'order_id': 'pay_1', 'event': 'more to say', 'time': '03:04'}"));
        var broken = new Notification(Map.of(), Map.of(), "a=%zz".getBytes(UTF_8));
        assertThatThrownBy(broken::form).isInstanceOf(UnreadableAnswer.class);
    }

    @Test
    void a_body_that_is_no_json_cannot_be_read() {
        var cut = new Notification(Map.of(), Map.of(), "{\"a\":".getBytes(UTF_8));

        assertThatThrownBy(cut::json).isInstanceOf(UnreadableAnswer.class);
    }
}
