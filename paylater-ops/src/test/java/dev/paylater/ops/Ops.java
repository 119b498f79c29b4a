package dev.paylater.ops;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.ops.console.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs the program as a person does, in this process. */
final class Ops {
    private final Map<String, String> variables = new HashMap<>();

    /** What came of a call. */
    record Result(int exitCode, String out, String err) {
        List<String> errors() {
            return err.lines().toList();
        }
    }

    Ops with(String variable, String value) {
        variables.put(variable, value);
        return this;
    }

    Result run(String... arguments) {
        var out = new ByteArrayOutputStream();
        var err = new StringWriter();
        var console = new Console(new PrintStream(out, true, UTF_8), false);
        int exitCode =
                PaylaterOps.commandLine(variables, console)
                        .setOut(new PrintWriter(out, true, UTF_8))
                        .setErr(new PrintWriter(err))
                        .execute(arguments);
        return new Result(exitCode, out.toString(UTF_8), err.toString());
    }
}
