package dev.paylater.simulator.mondu;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.StrictFields;
import java.util.regex.Pattern;

/** An invoice may be uploaded as a form (multipart/form-data), with its file beside its fields. */
final class MonduForm {

    private static final Pattern BOUNDARY = Pattern.compile("boundary=\"?([^\";]+)");
    private static final Pattern NAME = Pattern.compile("\\bname=\"([^\"]+)\"");
    private static final String END_OF_HEADERS = "\r\n\r\n";

    private MonduForm() {}

    /** The fields of a body, whichever way it was sent; a file is only named. */
    static StrictFields of(ProviderCall call) {
        var type = call.header("Content-Type");
        var boundary = BOUNDARY.matcher(type == null ? "" : type);
        if (type == null || !type.startsWith("multipart/form-data") || !boundary.find()) {
            return StrictFields.of(call.json());
        }
        var fields = BookJson.MAPPER.createObjectNode();
        var parts =
                new String(call.body(), UTF_8).split(Pattern.quote("--" + boundary.group(1)), -1);
        for (var part : parts) {
            var cut = part.indexOf(END_OF_HEADERS);
            var name = NAME.matcher(part.substring(0, Math.max(cut, 0)));
            if (name.find()) {
                var value = part.substring(cut + END_OF_HEADERS.length()).strip();
                if (name.group(1).endsWith("_cents")) {
                    fields.put(name.group(1), Long.parseLong(value));
                } else {
                    fields.put(name.group(1), value);
                }
            }
        }
        return StrictFields.of(fields);
    }
}
