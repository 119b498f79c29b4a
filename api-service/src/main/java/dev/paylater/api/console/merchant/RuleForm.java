package dev.paylater.api.console.merchant;

import dev.paylater.api.console.ListView;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Json;
import dev.paylater.api.merchant.ConnectorAccount;
import dev.paylater.options.Routing;
import dev.paylater.options.RoutingJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** A routing rule as a form has it: its kind, and at each place a connector or one account. */
final class RuleForm {

    /** As many as the interface's rules have at most. */
    private static final int MAX_LINES = 20;

    private static final int SPARE_LINES = 2;
    private static final char SEPARATOR = '/';

    private RuleForm() {}

    /** The kinds of rules by how the interface calls them, and how people do. */
    enum Kind {
        NONE("", "No rule: the first account that can serve the payment"),
        SINGLE("single", "Only this one"),
        PRIORITY("priority", "In this order"),
        VOLUME_SPLIT("volume_split", "Shares of the payments");

        private final String word;
        private final String text;

        Kind(String word, String text) {
            this.word = word;
            this.text = text;
        }

        String text() {
            return text;
        }

        static Kind of(@Nullable Routing rule) {
            return switch (rule) {
                case null -> NONE;
                case Routing.Single _ -> SINGLE;
                case Routing.Priority _ -> PRIORITY;
                case Routing.VolumeSplit _ -> VOLUME_SPLIT;
            };
        }
    }

    /** Empty where the text is no rule that this version knows. */
    static Optional<Routing> read(String json) {
        try {
            return Optional.of(RoutingJson.read(json));
        } catch (IllegalArgumentException | JacksonException _) {
            return Optional.empty();
        }
    }

    static List<ListView.Choice> kinds(@Nullable Routing rule) {
        return Stream.of(Kind.values())
                .map(kind -> new ListView.Choice(kind.word, kind.text, kind == Kind.of(rule)))
                .toList();
    }

    /** What a rule names, in its order; none has shares but those of a split. */
    static List<Routing.Share> shares(@Nullable Routing rule) {
        return switch (rule) {
            case null -> List.of();
            case Routing.Single(var choice) -> List.of(new Routing.Share(choice, 0));
            case Routing.Priority(var choices) ->
                    choices.stream().map(choice -> new Routing.Share(choice, 0)).toList();
            case Routing.VolumeSplit(var shares) -> shares;
        };
    }

    static String text(Routing.Choice choice) {
        var account = choice.merchantConnectorId();
        return account == null ? choice.connector() : choice.connector() + ", " + account;
    }

    /** The lines of the form: those of the rule, and some that are empty. */
    static List<RuleView.Line> lines(@Nullable Routing rule, List<ConnectorAccount> accounts) {
        var shares = shares(rule);
        var offered = new ArrayList<>(offered(accounts));
        shares.stream()
                .map(Routing.Share::choice)
                .filter(choice -> !offered.contains(choice))
                .distinct()
                .forEach(offered::add);
        var count = Math.max(accounts.size(), shares.size() + SPARE_LINES);
        return IntStream.rangeClosed(1, Math.min(count, MAX_LINES))
                .mapToObj(
                        number ->
                                line(
                                        number,
                                        offered,
                                        number > shares.size() ? null : shares.get(number - 1),
                                        rule instanceof Routing.VolumeSplit))
                .toList();
    }

    /** Each connector, and each of its accounts. */
    private static List<Routing.Choice> offered(List<ConnectorAccount> accounts) {
        var connectors = accounts.stream().map(ConnectorAccount::connector).distinct().toList();
        return connectors.stream()
                .flatMap(
                        connector ->
                                Stream.concat(
                                        Stream.of(new Routing.Choice(connector, null)),
                                        accounts.stream()
                                                .filter(one -> one.connector().equals(connector))
                                                .map(
                                                        one ->
                                                                new Routing.Choice(
                                                                        connector,
                                                                        one.accountId()))))
                .toList();
    }

    private static RuleView.Line line(
            int number,
            List<Routing.Choice> offered,
            Routing.@Nullable Share share,
            boolean isSplit) {
        return new RuleView.Line(
                number,
                offered.stream()
                        .map(
                                choice ->
                                        new ListView.Choice(
                                                value(choice),
                                                text(choice),
                                                share != null && choice.equals(share.choice())))
                        .toList(),
                share == null || !isSplit ? "" : String.valueOf(share.percent()));
    }

    private static String value(Routing.Choice choice) {
        var account = choice.merchantConnectorId();
        return account == null ? choice.connector() : choice.connector() + SEPARATOR + account;
    }

    /**
     * The rule that was sent, as the interface has it; null: none is wanted.
     *
     * @throws ApiException when it is none of the kinds
     */
    static @Nullable JsonNode sent(Call call) {
        var kind = call.field("kind");
        var shares =
                IntStream.rangeClosed(1, MAX_LINES)
                        .mapToObj(number -> share(call, number))
                        .flatMap(Optional::stream)
                        .toList();
        var choices = shares.stream().map(Routing.Share::choice).toList();
        var rule =
                switch (kind) {
                    case null -> null;
                    case "single" -> new Routing.Single(only(choices));
                    case "priority" -> new Routing.Priority(choices);
                    case "volume_split" -> new Routing.VolumeSplit(shares);
                    default ->
                            throw ApiException.of(
                                    Problem.malformed("kind", "must be a kind of rule"));
                };
        if (rule == null && !choices.isEmpty()) {
            throw ApiException.of(
                    Problem.inconsistent("kind", "Without a rule nothing can be named"));
        }
        return rule == null ? null : Json.read(RoutingJson.write(rule));
    }

    private static Routing.Choice only(List<Routing.Choice> choices) {
        if (choices.size() != 1) {
            throw ApiException.of(
                    Problem.inconsistent("kind", "One has to be named, and no second one"));
        }
        return choices.getFirst();
    }

    private static Optional<Routing.Share> share(Call call, int number) {
        var target = call.field("target" + number);
        if (target == null) {
            return Optional.empty();
        }
        var end = target.indexOf(SEPARATOR);
        var choice =
                end < 0
                        ? new Routing.Choice(target, null)
                        : new Routing.Choice(target.substring(0, end), target.substring(end + 1));
        return Optional.of(new Routing.Share(choice, percent(call, "split" + number)));
    }

    private static int percent(Call call, String name) {
        var typed = call.field(name);
        try {
            return typed == null ? 0 : Integer.parseInt(typed);
        } catch (NumberFormatException _) {
            throw ApiException.of(Problem.malformed(name, "must be a percentage"));
        }
    }
}
