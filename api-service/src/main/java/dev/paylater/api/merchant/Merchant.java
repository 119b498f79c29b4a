package dev.paylater.api.merchant;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/** A merchant of this installation. */
@Document("merchants")
public record Merchant(@Id String merchantId, @Nullable String name, Instant createdAt) {}
