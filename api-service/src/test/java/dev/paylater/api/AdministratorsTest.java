package dev.paylater.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.mongodb.client.MongoDatabase;
import dev.paylater.api.admin.FirstAdmin;
import dev.paylater.api.key.Keys;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Administrators have keys of their own, the first one by a token that is good for one key. */
class AdministratorsTest {

    private static final RunningApi API = RunningApi.shared();
    private static final String OWNER = "{\"name\": \"Ada\", \"role\": \"owner\"}";
    private static final String BREAK_GLASS = "in_the_safe_0123456789abcdef0123456789";

    @Test
    void an_admin_key_is_shown_once_and_ends_when_it_is_revoked_or_expires() {
        var issued =
                API.administer(
                                "/admin/keys",
                                """
                                {"name": "Grace", "role": "support",
                                 "expires_at": "2100-01-01T00:00:00Z"}
                                """)
                        .json();
        var key = issued.path("api_key").asString();
        assertThat(key).matches("admin_test_[0-9a-f]{48}");
        assertThat(issued.path("role").asString()).isEqualTo("support");
        assertThat(issued.path("kind").asString()).isEqualTo("admin");
        assertThat(issued.path("merchant_id").isNull()).isTrue();
        assertThat(API.inspectAs(RunningApi.ADMIN, "/admin/keys").body())
                .contains("Grace")
                .doesNotContain(key)
                .doesNotContain(API.bean(Keys.class).hash(key));
        assertThat(API.inspectAs(key, "/admin/merchants").status()).isEqualTo(200);
        var path = "/admin/keys/" + issued.path("key_id").asString();
        var successor = API.administer(path + "/rotate", "{\"overlap_seconds\": 60}").json();
        assertThat(successor.path("role").asString()).isEqualTo("support");
        assertThat(successor.path("expires_at").asString()).isEqualTo("2100-01-01T00:00:00.000Z");
        API.administer(path + "/revoke", "");
        assertThat(API.inspectAs(key, "/admin/merchants").status()).isEqualTo(401);
        assertThat(API.inspectAs(successor.path("api_key").asString(), "/admin/merchants").status())
                .isEqualTo(200);
    }

    @Test
    void a_merchants_key_is_no_admin_key_whoever_asks_for_it_by_its_id() {
        assertThat(API.administer("/admin/keys/key_sk_sandbox/revoke", "").status()).isEqualTo(404);
        assertThat(API.administer("/admin/keys/key_sk_sandbox/rotate", "{}").status())
                .isEqualTo(404);
        assertThat(API.get("/payments/list").status()).isEqualTo(200);
        assertThat(
                        API.administer(
                                        "/admin/merchants/merchant_sandbox/api_keys",
                                        "{\"kind\": \"admin\"}")
                                .status())
                .isEqualTo(422);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\": \"Ada\"}",
                "{\"role\": \"owner\"}",
                "{\"name\": \"\", \"role\": \"owner\"}",
                "{\"name\": \"Ada\", \"role\": \"owner\", \"expires_at\":"
                        + " \"2020-01-01T00:00:00Z\"}",
                "{\"name\": \"Ada\", \"role\": \"bootstrap\"}",
                "{\"name\": \"Ada\", \"role\": \"root\"}",
                "{\"name\": \"Ada\", \"role\": \"owner\", \"scopes\": [\"payments.read\"]}",
            })
    void an_administrator_has_a_name_and_a_role_that_there_is(String body) {
        assertThat(API.administer("/admin/keys", body).status()).isIn(400, 422);
    }

    @Test
    void the_token_for_the_first_owner_makes_one_key_and_does_nothing_else() throws Exception {
        try (var api = withoutAdministrators()) {
            var token = api.bean(FirstAdmin.class).token();
            assertThat(api.inspectAs(token, "/admin/merchants").code()).isEqualTo("IR_17");
            assertThat(api.inspectAs(token, "/admin/keys").code()).isEqualTo("IR_17");
            var answers = new ArrayList<RunningApi.Reply>();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                Callable<RunningApi.Reply> use =
                        () -> api.administerAs(token, "/admin/keys", OWNER);
                for (var answer : threads.invokeAll(Stream.generate(() -> use).limit(8).toList())) {
                    answers.add(answer.get());
                }
            }
            assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
            assertThat(answers)
                    .filteredOn(answer -> answer.status() != 200)
                    .extracting(RunningApi.Reply::code)
                    .containsOnly("IR_01");
            var owner =
                    answers.stream()
                            .filter(answer -> answer.status() == 200)
                            .map(answer -> answer.json().path("api_key").asString())
                            .findFirst()
                            .orElseThrow();
            assertThat(api.inspectAs(owner, "/admin/keys").items()).hasSize(2);
            assertThat(api.inspectAs(owner, "/audit_log?action=createFirstAdmin").items())
                    .hasSize(1);
            assertThatIllegalStateException().isThrownBy(api.bean(FirstAdmin.class)::token);
        }
    }

    @Test
    void the_command_for_the_first_owner_prints_a_token_last_and_refuses_when_there_is_one() {
        try (var api = new RunningApi()) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> api.run("first-admin"))
                    .withMessageContaining("There is an owner already");
            // The local profile would plant one that is missing.
            api.administer("/admin/keys/key_admin_sandbox/revoke", "");
            var printed = printedBy(() -> api.run("first-admin")).lines().toList();
            assertThat(printed.getLast()).matches("admin_test_[0-9a-f]{48}");
            assertThat(api.administerAs(printed.getLast(), "/admin/keys", OWNER).status())
                    .isEqualTo(200);
        }
    }

    private static String printedBy(Runnable command) {
        var console = System.out;
        var printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, UTF_8));
        try {
            command.run();
        } finally {
            System.setOut(console);
        }
        return printed.toString(UTF_8);
    }

    @Test
    void a_token_that_nobody_used_ends_after_an_hour_or_with_the_next_one() {
        try (var api = withoutAdministrators()) {
            var before = Instant.now();
            var first = api.bean(FirstAdmin.class).token();
            var second = api.bean(FirstAdmin.class).token();
            assertThat(api.administerAs(first, "/admin/keys", OWNER).status()).isEqualTo(401);
            assertThat(
                            api.bean(MongoDatabase.class)
                                    .getCollection("api_keys")
                                    .find(new Document("hash", api.bean(Keys.class).hash(second)))
                                    .map(key -> key.get("expires_at", Date.class).toInstant()))
                    .allMatch(end -> end.isBefore(before.plusSeconds(3_660)));
            assertThat(api.administerAs(second, "/admin/keys", OWNER).status()).isEqualTo(200);
        }
    }

    @Test
    void the_key_in_the_safe_works_when_no_other_does() {
        try (var api = new RunningApi("--paylater.admin-key=" + BREAK_GLASS)) {
            forgetAdministrators(api);
            assertThat(api.administerAs(BREAK_GLASS, "/admin/keys", OWNER).status()).isEqualTo(200);
            var logged = api.inspectAs(BREAK_GLASS, "/audit_log?actor=key_break_glass").items();
            assertThat(logged).hasSize(2);
            assertThat(logged.toString()).doesNotContain(BREAK_GLASS);
            assertThat(api.getAs(BREAK_GLASS, "/payments/list").status()).isEqualTo(401);
        }
        assertThat(API.inspectAs(BREAK_GLASS, "/admin/merchants").status()).isEqualTo(401);
        assertThat(API.inspectAs("", "/admin/merchants").status()).isEqualTo(401);
    }

    @Test
    void a_key_in_the_safe_that_can_be_guessed_is_refused_at_the_start() {
        assertThatExceptionOfType(RuntimeException.class)
                .isThrownBy(() -> new RunningApi("--paylater.admin-key=short").close())
                .withStackTraceContaining("at least 32 characters");
    }

    private static RunningApi withoutAdministrators() {
        var api = new RunningApi();
        forgetAdministrators(api);
        return api;
    }

    private static void forgetAdministrators(RunningApi api) {
        api.bean(MongoDatabase.class)
                .getCollection("api_keys")
                .deleteMany(new Document("kind", "admin"));
    }
}
