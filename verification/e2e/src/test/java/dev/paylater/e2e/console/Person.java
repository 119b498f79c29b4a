package dev.paylater.e2e.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.paylater.e2e.MerchantClient;
import dev.paylater.teststack.Chromium;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.function.Predicate;
import tools.jackson.databind.json.JsonMapper;

/** Somebody who is signed in to the console in a real browser: they click, type and read. */
record Person(Actor actor, Chromium browser, Path downloads, Shop shop) {

    private static final String TEXT = "String(document.body?.innerText)";

    void signsIn() throws Exception {
        opens("/console/sign_in");
        if (actor.isMerchant()) {
            types("key", actor.signIn(shop).replace("key=", ""));
            clicksOn("main", "Sign in");
        } else {
            clicks("button[value=" + actor.word() + "]");
        }
        assertThat(sees("header .person")).isTrue();
    }

    /** The HTTP status of the page's answer. */
    int opens(String path) throws Exception {
        browser.open(MerchantClient.BASE + path);
        return browser.status();
    }

    /** On what leads to another page. */
    void clicks(String selector) throws Exception {
        browser.clickThrough(selector);
    }

    /** On the button or link of a part of the page that says this, or is labelled so. */
    void clicksOn(String part, String says) throws Exception {
        var isThere =
                browser.evaluate(
                        """
                        (() => {
                          document.querySelectorAll('[data-next]').forEach((one) => one.removeAttribute('data-next'));
                          const found = [...document.querySelectorAll(%s)].find((one) =>
                            (one.getAttribute('aria-label') ?? one.textContent).trim() === %s);
                          found?.setAttribute('data-next', '');
                          return found !== undefined;
                        })()
                        """
                                .formatted(text(part + " :is(a, button)"), text(says)));
        assertThat(isThere.asBoolean()).as("%s in: %s", says, reads()).isTrue();
        clicks("[data-next]");
    }

    private static String text(String value) {
        return JsonMapper.shared().writeValueAsString(value);
    }

    void types(String id, String text) throws Exception {
        browser.type(field(id), text);
    }

    /** Without a click: the list opens outside of the page, and a click on it may never end. */
    void chooses(String id, String value) throws Exception {
        var chosen =
                browser.evaluate(
                        "(() => { const list = document.querySelector(%s); list.value = %s; return list.value; })()"
                                .formatted(text(field(id)), text(value)));
        assertThat(chosen.asString("")).isEqualTo(value);
    }

    void ticks(String name) throws Exception {
        browser.click("[name='" + name + "']");
    }

    private static String field(String id) {
        return "[id='" + id + "']";
    }

    String reads() throws Exception {
        return browser.evaluate(TEXT).asString("");
    }

    String awaits(String text) throws Exception {
        return awaits(shown -> shown.contains(text));
    }

    String awaits(Predicate<String> wanted) throws Exception {
        return browser.await(TEXT, wanted);
    }

    boolean sees(String selector) throws Exception {
        return browser.evaluate("document.querySelector(" + text(selector) + ") !== null")
                .asBoolean();
    }

    String address() throws Exception {
        return browser.evaluate("location.pathname + location.search").asString("");
    }

    /** By the navigation of whichever page they are at. */
    void goesTo(String name) throws Exception {
        isAt(Scene.ANYWHERE);
        clicksOn("nav", name);
    }

    /** Opens it, unless they are there. */
    void isAt(String page) throws Exception {
        if (page.equals(Scene.ANYWHERE) ? !sees("nav a") : !address().equals(page)) {
            opens(page.equals(Scene.ANYWHERE) ? shop.page(shop.paymentId()) : page);
        }
    }

    /** At a page of a payment, whose policy lets its script send requests. */
    void canSend() throws Exception {
        if (!sees("[data-live]")) {
            opens(shop.page(shop.paymentId()));
        }
    }

    /** The HTTP status of a page's answer, by a script of the page they are at. */
    int asksFor(String path) throws Exception {
        return send(path, "{ headers: { accept: 'text/html' } }");
    }

    /** Sends a form that no page has shown, with the token of this session; the HTTP status. */
    int forges(Scene.Form form) throws Exception {
        var fields = new LinkedHashMap<>(form.fields());
        fields.putIfAbsent("reason", "forged");
        fields.putIfAbsent("form_id", UlidCreator.getUlid().toString());
        return send(
                form.address(),
                """
                {
                  method: 'POST', redirect: 'manual', headers: { accept: 'text/html' },
                  body: new URLSearchParams({
                    ...%s, form_token: document.querySelector('header [name=form_token]').value })
                }
                """
                        .formatted(JsonMapper.shared().writeValueAsString(fields)));
    }

    private int send(String path, String how) throws Exception {
        return browser.evaluate(
                        "fetch(%s, %s).then((answer) => answer.status)".formatted(text(path), how))
                .asInt(0);
    }
}
