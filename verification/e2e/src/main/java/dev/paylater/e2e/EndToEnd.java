package dev.paylater.e2e;

import java.net.ConnectException;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Starts the program that the first argument names. */
@Command(name = "./paylater")
final class EndToEnd {
    private EndToEnd() {}

    public static void main(String[] args) {
        var programs = new CommandLine(new EndToEnd());
        ServiceLoader.load(SystemProgram.class).forEach(programs::addSubcommand);
        programs.setExecutionExceptionHandler(
                (e, _, _) -> {
                    if (e.getCause() instanceof ConnectException) {
                        System.err.printf(
                                "Nothing answers at %s: start it with ./paylater up%n",
                                MerchantClient.BASE);
                        return 1;
                    }
                    throw e;
                });
        System.exit(programs.execute(args));
    }
}
