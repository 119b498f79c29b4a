package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.paylater.teststack.Stack;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Base64;
import java.util.Objects;
import java.util.UUID;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** An operator exchanges the pepper: what merchants have in their configuration stays valid. */
class PepperRotationTest {

    private static final String FIRST = "1:" + secret((byte) 1);
    private static final String SECOND = "2:" + secret((byte) 2);

    private final String mongoUri = Stack.shared().mongoUri("rotation_" + UUID.randomUUID());

    private static String secret(byte filling) {
        var bytes = new byte[32];
        bytes[0] = filling;
        return Base64.getEncoder().encodeToString(bytes);
    }

    private RunningApi api(String peppers) {
        return new RunningApi(
                "--paylater.mongodb.uri=" + mongoUri, "--paylater.key-pepper=" + peppers);
    }

    @Test
    void a_key_that_is_used_while_the_pepper_is_exchanged_outlives_the_old_one() {
        JsonNode used;
        JsonNode unused;
        try (var before = api(FIRST)) {
            used = issue(before);
            unused = issue(before);
            assertThat(hashOf(before, used)).startsWith("1:");
        }
        try (var overlap = api(SECOND + "," + FIRST)) {
            assertThat(status(overlap, used)).isEqualTo(200);
            assertThat(hashOf(overlap, used)).startsWith("2:");
            assertThat(hashOf(overlap, unused)).startsWith("1:");
            assertThat(underOldPepper(overlap)).extracting(Gauge::value).isEqualTo(1.0);
        }
        try (var after = api(SECOND)) {
            assertThat(status(after, used)).isEqualTo(200);
            assertThat(status(after, unused)).isEqualTo(401);
            assertThat(underOldPepper(after)).isNull();
        }
    }

    private static JsonNode issue(RunningApi api) {
        return api.send(
                        api.request("/admin/merchants/merchant_sandbox/api_keys")
                                .header("admin-api-key", RunningApi.ADMIN)
                                .header("content-type", "application/json")
                                .POST(BodyPublishers.ofString("{\"kind\": \"secret\"}")))
                .json();
    }

    private static int status(RunningApi api, JsonNode key) {
        return api.getAs(key.path("api_key").asString(), "/payments/list").status();
    }

    private static @Nullable Gauge underOldPepper(RunningApi api) {
        return api.bean(MeterRegistry.class).find("paylater.api.keys.under.old.pepper").gauge();
    }

    private static String hashOf(RunningApi api, JsonNode key) {
        return Objects.requireNonNull(
                        api.bean(MongoDatabase.class)
                                .getCollection("api_keys")
                                .find(new Document("_id", key.path("key_id").asString()))
                                .first())
                .getString("hash");
    }
}
