package dev.paylater.ops.settlement;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import dev.paylater.ops.console.UserProblem;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder with a folder for each merchant, in it one for each account (merchant_connector_id), and
 * in that the files of its provider. A file is read line by line, and no more than a line of it is
 * in memory.
 */
public final class SettlementFiles {
    private static final int MAX_LINE = 64 * 1024;
    private static final int MAX_PREAMBLE = 100;
    private static final char BYTE_ORDER_MARK = '\uFEFF';
    private static final List<Character> SEPARATORS = List.of(',', ';', '\t');
    private static final CsvMapper MAPPER = new CsvMapper();

    private final Path folder;

    public SettlementFiles(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new UserProblem("There is no folder %s.".formatted(folder));
        }
        this.folder = folder;
    }

    /** An account that has a folder. */
    public record Account(String merchantId, String id) {}

    /** A line that cannot be read. */
    public record Trouble(String place, String why) {}

    public List<Account> accounts() {
        List<Account> accounts = new ArrayList<>();
        for (Path merchant : children(folder)) {
            for (Path account : children(merchant)) {
                accounts.add(new Account(name(merchant), name(account)));
            }
        }
        return accounts;
    }

    /** Reads all files of an account, by their names. */
    public void read(Account account, Consumer<Line> lines, Consumer<Trouble> troubles) {
        for (Path file : children(folder.resolve(account.merchantId()).resolve(account.id()))) {
            if (name(file).matches("(?i).*\\.csv")) {
                try (var in =
                        new BufferedReader(
                                new InputStreamReader(Files.newInputStream(file), UTF_8))) {
                    new Reading(name(file), in, lines, troubles).run();
                } catch (IOException e) {
                    throw new UserProblem("The file %s cannot be read.".formatted(file), e);
                }
            }
        }
    }

    private static List<Path> children(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(folder)) {
            return children.sorted().toList();
        } catch (IOException e) {
            throw new UserProblem("The folder %s cannot be read.".formatted(folder), e);
        }
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }

    /** One file from its beginning to its end. */
    private static final class Reading {
        private final String file;
        private final Reader in;
        private final Consumer<Line> lines;
        private final Consumer<Trouble> troubles;
        private Format.@Nullable Header header;
        private ObjectReader cells = reader(',');
        private long number;

        Reading(String file, Reader in, Consumer<Line> lines, Consumer<Trouble> troubles) {
            this.file = file;
            this.in = in;
            this.lines = lines;
            this.troubles = troubles;
        }

        void run() throws IOException {
            var text = new StringBuilder();
            while (next(text)) {
                number++;
                if (text.length() > MAX_LINE) {
                    trouble("the line is longer than 64 KB");
                } else if (!text.toString().isBlank()) {
                    take(text.toString());
                }
                if (header == null && number >= MAX_PREAMBLE) {
                    break;
                }
            }
            if (header == null) {
                troubles.accept(
                        new Trouble(file, "there is no line with the names of the columns"));
            }
        }

        /** Reads the next line; the part of a line beyond the limit is read and dropped. */
        private boolean next(StringBuilder text) throws IOException {
            text.setLength(0);
            int read = in.read();
            if (read < 0) {
                return false;
            }
            for (; read >= 0 && read != '\n'; read = in.read()) {
                if (read != '\r' && read != BYTE_ORDER_MARK && text.length() <= MAX_LINE) {
                    text.append((char) read);
                }
            }
            return true;
        }

        private void take(String text) throws IOException {
            try {
                if (header == null) {
                    begin(text);
                } else {
                    String[] row = cells.readValue(text);
                    // A report of several sections repeats the names.
                    if (Format.Header.of(row).isPresent()) {
                        header = Format.Header.of(row).get();
                        return;
                    }
                    Line line = header.line(row, place());
                    if (line != null) {
                        lines.accept(line);
                    }
                }
            } catch (Unreadable e) {
                trouble(String.valueOf(e.getMessage()));
            } catch (JsonProcessingException _) {
                trouble("its quotation marks do not match");
            }
        }

        private void begin(String text) throws IOException {
            for (char separator : SEPARATORS) {
                ObjectReader reader = reader(separator);
                var found = Format.Header.of(row(reader, text));
                if (found.isPresent()) {
                    header = found.get();
                    cells = reader;
                    return;
                }
            }
        }

        /** Of what stands before the names, nothing has to be readable. */
        private static String[] row(ObjectReader reader, String text) throws IOException {
            try {
                return reader.readValue(text);
            } catch (JsonProcessingException _) {
                return new String[0];
            }
        }

        private static ObjectReader reader(char separator) {
            return MAPPER.readerFor(String[].class)
                    .with(CsvSchema.emptySchema().withColumnSeparator(separator));
        }

        private void trouble(String why) {
            troubles.accept(new Trouble(place(), why));
        }

        private String place() {
            return file + ":" + number;
        }
    }
}
