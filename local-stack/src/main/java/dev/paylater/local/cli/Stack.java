package dev.paylater.local.cli;

import dev.paylater.local.cli.process.Console;
import dev.paylater.local.cli.process.Home;
import dev.paylater.local.cli.process.Ports;
import dev.paylater.local.cli.process.Processes;
import java.io.IOException;
import java.util.Map;

/** What every command needs: where the stack lies, where it listens, and whom to tell. */
record Stack(Home home, Ports ports, Processes processes, Console console) {

    static Stack fromEnvironment(Map<String, String> environment) throws IOException {
        Console console = Console.standard(environment);
        Home home = Home.fromEnvironment(environment);
        Ports ports = Ports.fromEnvironment(environment);
        return new Stack(home, ports, new Processes(home, ports, environment, console), console);
    }
}
