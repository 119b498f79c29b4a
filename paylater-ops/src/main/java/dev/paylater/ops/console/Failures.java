package dev.paylater.ops.console;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoTimeoutException;
import dev.paylater.messaging.DeadLettersUnavailable;
import dev.paylater.messaging.RegistryUnavailable;
import dev.paylater.messaging.ReplayRefused;
import dev.paylater.messaging.UnknownSchema;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One sentence about a failure that its reader can act on. It repeats no setting. */
public final class Failures {
    private static final int UNAUTHORIZED = 13;
    private static final int AUTHENTICATION_FAILED = 18;

    private Failures() {}

    /** Empty for what nobody expects, which is shown with its stack. */
    public static Optional<String> sentence(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            String sentence = own(each);
            if (sentence != null) {
                return Optional.of(sentence);
            }
        }
        return Optional.empty();
    }

    private static @Nullable String own(Throwable failure) {
        return switch (failure) {
            case UserProblem problem -> problem.getMessage();
            case ReplayRefused refused -> refused.getMessage();
            case RegistryUnavailable away -> "The schema registry is of no use: " + first(away);
            case UnknownSchema unknown -> "The schema registry lacks a schema: " + first(unknown);
            case MongoException mongo -> ofStore(mongo);
            // Its cause is Kafka's own.
            case DeadLettersUnavailable _, ExecutionException _, CompletionException _ -> null;
            case KafkaException kafka -> ofKafka(kafka);
            case IOException broken -> "No connection: " + first(broken);
            default -> null;
        };
    }

    private static String ofStore(MongoException failure) {
        return switch (failure) {
            case MongoSecurityException _ -> "The store refuses the login.";
            case MongoTimeoutException timeout when first(timeout).contains("Security") ->
                    "The store refuses the login.";
            case MongoTimeoutException timeout when first(timeout).contains("SSL") ->
                    "The store and this program do not agree on TLS: see PAYLATER_MONGODB_TLS_..."
                            + " .";
            case MongoTimeoutException _ -> "The store does not answer.";
            case MongoCommandException command when command.getCode() == UNAUTHORIZED ->
                    "This login may not read that in the store.";
            case MongoCommandException command when command.getCode() == AUTHENTICATION_FAILED ->
                    "The store refuses the login.";
            default -> "The store says: " + first(failure);
        };
    }

    private static @Nullable String ofKafka(KafkaException failure) {
        return switch (failure) {
            case SslAuthenticationException _ ->
                    "Kafka and this program do not agree on TLS: see ssl.truststore.location.";
            case AuthenticationException _ -> "Kafka refuses the login.";
            case AuthorizationException _ -> "This login may not do that at Kafka.";
            case TimeoutException _, DisconnectException _ -> "Kafka does not answer.";
            case ConfigException _ -> "Kafka's settings are wrong.";
            // Why a client could not be made stands in its cause, mostly with settings in it.
            case KafkaException made when made.getCause() != null -> cause(made);
            default -> "Kafka says: " + first(failure);
        };
    }

    private static @Nullable String cause(KafkaException failure) {
        Throwable cause = failure.getCause();
        if (cause instanceof KafkaException) {
            return null;
        }
        return cause instanceof SSLException
                ? "Kafka and this program do not agree on TLS: see ssl.truststore.location."
                : "Kafka's settings are wrong, or Kafka cannot be reached by them.";
    }

    private static String first(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        return message.lines().findFirst().orElse("").strip();
    }
}
