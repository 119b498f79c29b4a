package dev.paylater.e2e;

import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Starts the program that the first argument names. */
@Command(name = "./paylater")
final class EndToEnd {
    private EndToEnd() {}

    public static void main(String[] args) {
        var programs = new CommandLine(new EndToEnd());
        ServiceLoader.load(Program.class).forEach(programs::addSubcommand);
        System.exit(programs.execute(args));
    }
}
