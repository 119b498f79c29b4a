package dev.paylater.api.admin;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import dev.paylater.api.document.Values;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.http.Answer;
import dev.paylater.api.json.Json;
import java.util.List;
import org.bson.Document;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/** What the administration's collections have in common. */
final class Stored {

    static final String ID = "_id";
    static final String MERCHANT = "merchant_id";
    static final String CREATED_AT = "created_at";

    private Stored() {}

    /** Writes one stored document as the object of an answer. */
    @FunctionalInterface
    interface Writer {
        void write(Document stored, JsonGenerator json);
    }

    /** Inserts, or answers that there is one with this id already. */
    static void insert(MongoCollection<Document> collection, Document document) {
        try {
            collection.insertOne(document);
        } catch (MongoWriteException e) {
            if (e.getError().getCategory() != ErrorCategory.DUPLICATE_KEY) {
                throw e;
            }
            throw ApiException.of(
                    ErrorCode.HE_01, document.getString(ID) + " exists already", null);
        }
    }

    static Answer show(Document stored, Writer writer) {
        return Answer.json(json -> writer.write(stored, json));
    }

    static Answer showAll(List<Document> stored, Writer writer) {
        return Answer.json(
                json -> {
                    json.writeStartArray();
                    stored.forEach(each -> writer.write(each, json));
                    json.writeEndArray();
                });
    }

    static void text(Document stored, String name, JsonGenerator json) {
        text(stored, name, name, json);
    }

    static void text(Document stored, String name, String shownAs, JsonGenerator json) {
        json.writeName(shownAs);
        Values.text(stored.getString(name), json);
    }

    static void time(Document stored, String name, JsonGenerator json) {
        json.writeName(name);
        var date = stored.getDate(name);
        Values.time(date == null ? null : date.toInstant(), json);
    }

    static void raw(Document stored, String name, JsonGenerator json) {
        json.writeName(name);
        Values.raw(stored.getString(name), json);
    }

    /** Members of an object, each as the JSON text of its value. */
    static Document texts(JsonNode object) {
        var texts = new Document();
        object.properties()
                .forEach(member -> texts.append(member.getKey(), Json.text(member.getValue())));
        return texts;
    }
}
