package dev.paylater.teststack;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bson.BsonDocument;
import org.bson.Document;

/** What is looked for in a database, and how the store carries it out. */
public final class Finds implements CommandListener {

    /** What the driver adds to a command. */
    private static final List<String> OF_THE_DRIVER = List.of("lsid", "$db", "$clusterTime");

    private final List<BsonDocument> finds = new CopyOnWriteArrayList<>();

    /**
     * How a query was carried out.
     *
     * @param plan as JSON text
     * @param index the fields of the index that was read
     * @param examined documents that were looked at
     */
    public record Explained(String plan, Document index, int examined) {}

    /** A client whose finds are remembered. */
    public MongoClient client(String uri) {
        return MongoClients.create(
                MongoClientSettings.builder()
                        .applyConnectionString(new ConnectionString(uri))
                        .addCommandListener(this)
                        .build());
    }

    @Override
    public void commandStarted(CommandStartedEvent event) {
        if (event.getCommandName().equals("find")) {
            finds.add(event.getCommand().clone());
        }
    }

    public void clear() {
        finds.clear();
    }

    /** Those since it was cleared, the first one first. */
    public List<Explained> explained(MongoDatabase database) {
        return finds.stream().map(find -> explained(database, find)).toList();
    }

    private static Explained explained(MongoDatabase database, BsonDocument find) {
        var asked = new Document(find);
        asked.keySet().removeAll(OF_THE_DRIVER);
        var answer =
                database.runCommand(
                        new Document("explain", asked).append("verbosity", "executionStats"));
        var plan = answer.get("queryPlanner", Document.class).get("winningPlan", Document.class);
        var scan = plan;
        while (scan.get("inputStage") instanceof Document below) {
            scan = below;
        }
        return new Explained(
                plan.toJson(),
                scan.get("keyPattern", new Document()),
                answer.get("executionStats", Document.class).getInteger("totalDocsExamined", -1));
    }
}
