package dev.paylater.ops.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/** What the person sees: lines, and on a terminal one line of progress that rewrites itself. */
public final class Console {
    private static final String ERASE_LINE = "\r\033[2K";

    private final PrintStream out;
    private final boolean terminal;
    private String progress = "";

    public Console(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** The shell part of the script knows whether a terminal is there, and says so. */
    public static Console standard(Map<String, String> environment) {
        return new Console(System.out, environment.containsKey("PAYLATER_TERMINAL"));
    }

    public static Console silent() {
        return new Console(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8), false);
    }

    public synchronized void say(String line) {
        erase();
        out.println(line);
    }

    /**
     * Shown until the next line; in a log, where nothing can be rewritten, only when it changes.
     */
    public synchronized void progress(String text) {
        if (terminal) {
            out.print(ERASE_LINE + text);
            out.flush();
        } else if (!text.equals(progress)) {
            out.println(text);
        }
        progress = text;
    }

    public boolean isTerminal() {
        return terminal;
    }

    private void erase() {
        if (terminal && !progress.isEmpty()) {
            out.print(ERASE_LINE);
        }
        progress = "";
    }

    public static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }
}
