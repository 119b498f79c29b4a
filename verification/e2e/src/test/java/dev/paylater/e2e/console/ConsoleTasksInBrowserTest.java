package dev.paylater.e2e.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.paylater.e2e.RunningStack;
import dev.paylater.teststack.Chromium;
import dev.paylater.teststack.Chromium.Screen;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each task of the console as each kind of person, by clicking and typing in a real browser: who
 * may does it, and what came of it is seen from outside; who may not is shown no way to it, and
 * refused its pages and its forms. The table of tasks is console-tasks.txt. Two browsers share the
 * people.
 */
@EnabledIfSystemProperty(
        named = "paylater.e2e.long",
        matches = "true",
        disabledReason = "takes more than a minute; ./paylater test --all")
@ExtendWith(RunningStack.class)
@Timeout(600)
class ConsoleTasksInBrowserTest {

    private static final Map<String, Supplier<Scene>> TASKS = new ConcurrentHashMap<>();

    /** A refused person changes nothing, so all refused people use one scene. */
    private static final Map<String, Scene> UNTOUCHED = new ConcurrentHashMap<>();

    private static final Map<String, String> CAME = new ConcurrentHashMap<>();

    private static Shop shop;

    @BeforeAll
    static void open_a_shop() {
        shop = Shop.open();
        TASKS.putAll(new PaymentTasks(shop).all());
        TASKS.putAll(new ListTasks(shop).all());
        TASKS.putAll(new AdministratorTasks(shop).all());
        TASKS.putAll(new MerchantTasks(shop).all());
        TASKS.putAll(new WebhookTasks(shop).all());
    }

    @AfterAll
    static void print_the_table() {
        System.out.println(line("task", Stream.of(Actor.values()).map(Actor::word)));
        Row.all()
                .forEach(
                        row ->
                                System.out.println(
                                        line(
                                                row.task(),
                                                Stream.of(Actor.values())
                                                        .map(actor -> cell(row.task(), actor)))));
    }

    private static String line(String task, Stream<String> cells) {
        return "%-28s".formatted(task)
                + String.join("", cells.map(cell -> "%-15s".formatted(cell)).toList());
    }

    private static String cell(String task, Actor actor) {
        return CAME.getOrDefault(task + " as " + actor, "-");
    }

    @Test
    void every_page_and_act_of_the_console_has_a_task_and_every_task_a_row() {
        assertThat(Row.all().stream().map(Row::task))
                .containsExactlyInAnyOrderElementsOf(TASKS.keySet());
        assertThat(Row.all().stream().flatMap(row -> row.routes().stream()).distinct())
                .containsExactlyInAnyOrderElementsOf(Routes.ofConsole());
    }

    @Nested
    class OwnerAndSupportTest extends AtOneBrowser {
        OwnerAndSupportTest() {
            super(Actor.OWNER, Actor.SUPPORT);
        }
    }

    @Nested
    class OperatorAndMerchantTest extends AtOneBrowser {
        OperatorAndMerchantTest() {
            super(Actor.OPERATOR, Actor.MERCHANT, Actor.READER);
        }
    }

    /** People who use one browser, one after the other. */
    @Execution(ExecutionMode.CONCURRENT)
    @TestInstance(Lifecycle.PER_CLASS)
    abstract static class AtOneBrowser {

        private final List<Actor> actors;
        private @Nullable Path downloads;
        private @Nullable Chromium browser;
        private @Nullable Person person;

        AtOneBrowser(Actor... actors) {
            this.actors = List.of(actors);
        }

        @BeforeAll
        void open_a_browser(@TempDir Path folder) throws Exception {
            var found = Chromium.started();
            assumeTrue(found.isPresent(), "No Chromium on the path");
            var opened = found.get();
            opened.resize(Screen.DESKTOP);
            opened.downloadTo(folder);
            downloads = folder;
            browser = opened;
        }

        @AfterAll
        void close() {
            if (browser != null) {
                browser.close();
            }
        }

        Stream<Arguments> matrix() {
            return actors.stream()
                    .flatMap(
                            actor ->
                                    Row.all().stream()
                                            .map(row -> Arguments.of(row.task(), actor, row)));
        }

        @Execution(ExecutionMode.SAME_THREAD)
        @ParameterizedTest(name = "{0} as {1}")
        @MethodSource("matrix")
        void who_may_does_it_and_nobody_else(String task, Actor actor, Row row) throws Exception {
            var somebody = signedIn(actor);
            var make = Objects.requireNonNull(TASKS.get(task), task);
            var begun = System.nanoTime();
            if (row.actors().contains(actor)) {
                make.get().deed().by(somebody);
                assertThat(somebody.browser().complaints()).isEmpty();
            } else {
                isRefused(somebody, UNTOUCHED.computeIfAbsent(task, _ -> make.get()));
            }
            CAME.put(
                    task + " as " + actor,
                    "%s %.1f s"
                            .formatted(
                                    row.actors().contains(actor) ? "done" : "refused",
                                    (System.nanoTime() - begun) / 1e9));
        }

        private Person signedIn(Actor actor) throws Exception {
            var known = person;
            if (known == null || known.actor() != actor) {
                known =
                        new Person(
                                actor,
                                Objects.requireNonNull(browser),
                                Objects.requireNonNull(downloads),
                                shop);
                known.signsIn();
                person = known;
            }
            return known;
        }
    }

    private static void isRefused(Person somebody, Scene scene) throws Exception {
        var before = scene.state().get();
        somebody.isAt(scene.page());
        assertThat(somebody.sees(scene.way())).as(scene.way()).isFalse();
        somebody.canSend();
        for (var address : scene.addresses()) {
            assertThat(somebody.asksFor(address)).as(address).isEqualTo(403);
        }
        for (var form : scene.forms()) {
            assertThat(somebody.forges(form)).as(form.address()).isIn(form.refusals());
        }
        assertThat(scene.state().get()).isEqualTo(before);
    }
}
