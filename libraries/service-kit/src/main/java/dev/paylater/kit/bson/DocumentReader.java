package dev.paylater.kit.bson;

import org.bson.BsonBinaryReader;
import org.bson.ByteBufNIO;
import org.bson.RawBsonDocument;
import org.bson.io.ByteBufferBsonInput;

/**
 * Reads a document and notices when something in it has no place in our records: a newer version
 * has written it, and it has to be there when the document is written again.
 */
public final class DocumentReader extends BsonBinaryReader {

    private boolean hasSkipped;

    public DocumentReader(RawBsonDocument document) {
        super(new ByteBufferBsonInput(new ByteBufNIO(document.getByteBuffer().asNIO())));
    }

    /** Leaves out a value that this version does not know. */
    public void skipUnknown() {
        hasSkipped = true;
        skipValue();
    }

    public boolean hasSkippedUnknown() {
        return hasSkipped;
    }
}
