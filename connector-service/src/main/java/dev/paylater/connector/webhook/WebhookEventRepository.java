package dev.paylater.connector.webhook;

import java.util.Optional;
import org.springframework.data.mongodb.repository.Query;
import org.springframework.data.mongodb.repository.Update;
import org.springframework.data.repository.Repository;

/** The collection of webhook events. */
interface WebhookEventRepository extends Repository<WebhookEvent, String> {

    WebhookEvent insert(WebhookEvent event);

    Optional<WebhookEvent> findById(String id);

    @Query("{'_id': ?0}")
    @Update("{'$set': {'published': true}}")
    void markPublished(String id);
}
