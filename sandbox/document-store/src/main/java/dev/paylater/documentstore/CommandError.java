package dev.paylater.documentstore;

import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** A command, or one write of it, that ends with one of MongoDB's errors. */
final class CommandError extends RuntimeException {

    private final MongoErrorCode code;
    private final transient BsonDocument details;

    CommandError(MongoErrorCode code, String message) {
        this(code, message, new BsonDocument());
    }

    CommandError(MongoErrorCode code, String message, BsonDocument details) {
        // No stack trace: an error is an answer here, and a lost race for a version is ordinary.
        super(message, null, false, false);
        this.code = code;
        this.details = details;
    }

    static CommandError badValue(String message) {
        return new CommandError(MongoErrorCode.BAD_VALUE, message);
    }

    static CommandError unsupported(String what) {
        return new CommandError(
                MongoErrorCode.INVALID_OPTIONS, what + " is not supported by the document store");
    }

    /** The reply of a command that failed as a whole. */
    BsonDocument toReply() {
        BsonDocument reply = new BsonDocument("ok", new BsonDouble(0));
        reply.append("errmsg", new BsonString(String.valueOf(getMessage())));
        reply.append("code", new BsonInt32(code.code()));
        reply.append("codeName", new BsonString(code.codeName()));
        reply.putAll(details);
        return reply;
    }

    /** The entry of writeErrors for the statement at an index. */
    BsonDocument toWriteError(int index) {
        BsonDocument error = new BsonDocument("index", new BsonInt32(index));
        error.append("code", new BsonInt32(code.code()));
        error.putAll(details);
        return error.append("errmsg", new BsonString(String.valueOf(getMessage())));
    }
}
