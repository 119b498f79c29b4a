package dev.paylater.connector.kit;

import static dev.paylater.connector.kit.Contexts.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BodyTest {

    @Test
    void a_body_has_its_members_in_the_order_in_which_they_were_put() {
        var body =
                Body.of()
                        .put("text", "a")
                        .put("number", 1L)
                        .put("flag", true)
                        .put("decimal", new BigDecimal("12.30"))
                        .put("object", json("{'a': 1}"))
                        .put("body", Body.of().put("b", 2))
                        .put("bodies", List.of(Body.of().put("c", 3), Body.of()))
                        .putTexts("texts", "x", "y");

        assertThat(body.json().toString().replace('"', '\''))
                .isEqualTo(
                        "{'text':'a','number':1,'flag':true,'decimal':12.30,'object':{'a':1},"
                                + "'body':{'b':2},'bodies':[{'c':3},{}],'texts':['x','y']}");
    }

    @Test
    void what_the_merchant_did_not_give_is_left_out() {
        var nothing = json("{'none': null, 'empty': {}, 'text': 'a', 'list': [1]}");

        assertThat(
                        Body.of()
                                .put("text", (String) null)
                                .put("absent", nothing.path("absent"))
                                .put("none", nothing.path("none"))
                                .put("empty", nothing.path("empty"))
                                .put("no_object", nothing.path("text"))
                                .put("no_object", nothing.path("list"))
                                .json())
                .isEmpty();
    }

    @Test
    void a_text_is_cut_to_what_the_provider_takes() {
        var body =
                Body.of().put("a", "1234", 3).put("b", "123", 3).put("c", "", 3).put("d", null, 3);

        assertThat(body.json()).isEqualTo(json("{'a': '123', 'b': '123', 'c': ''}"));
    }
}
