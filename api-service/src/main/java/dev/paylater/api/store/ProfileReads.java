package dev.paylater.api.store;

import static com.mongodb.client.model.Filters.eq;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The business profiles of merchants, remembered for a few seconds. */
@Component
public final class ProfileReads {

    private static final Duration REMEMBERED = Duration.ofSeconds(5);
    private static final int REMEMBERED_MERCHANTS = 10_000;

    private final MongoCollection<Document> profiles;
    private final LoadingCache<String, List<Document>> known;

    ProfileReads(MongoDatabase database) {
        this.profiles = database.getCollection("profiles");
        this.known =
                Caffeine.newBuilder()
                        .expireAfterWrite(REMEMBERED)
                        .maximumSize(REMEMBERED_MERCHANTS)
                        .build(this::load);
    }

    /** The profile that was asked for, or the merchant's default one. */
    public String profileFor(String merchantId, @Nullable String wanted) {
        var own = known.get(merchantId);
        if (wanted != null) {
            return own.stream()
                    .map(profile -> profile.getString("_id"))
                    .filter(wanted::equals)
                    .findFirst()
                    .orElseThrow(
                            () ->
                                    ApiException.of(
                                            Problem.inconsistent(
                                                    "profile_id",
                                                    "The merchant has no such profile")));
        }
        return own.stream()
                .filter(profile -> profile.getBoolean("is_default", false))
                .findFirst()
                .map(profile -> profile.getString("_id"))
                .orElseThrow(
                        () ->
                                ApiException.of(
                                        Problem.inconsistent(
                                                "profile_id",
                                                "The merchant has no default profile: name one")));
    }

    /** Who may frame the profile's payment links, and where a client may have the customer sent. */
    public AllowedDomains allowedDomains(String merchantId, @Nullable String profileId) {
        return new AllowedDomains(
                known.get(merchantId).stream()
                        .filter(profile -> profile.getString("_id").equals(profileId))
                        .flatMap(
                                profile ->
                                        profile
                                                .getList("allowed_domains", String.class, List.of())
                                                .stream())
                        .toList());
    }

    /** This instance looks at the store again at once. */
    public void forget() {
        known.invalidateAll();
    }

    private List<Document> load(String merchantId) {
        return profiles.find(eq("merchant_id", merchantId)).into(new ArrayList<>());
    }
}
