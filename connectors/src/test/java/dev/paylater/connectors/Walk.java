package dev.paylater.connectors;

import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.HttpCall;
import dev.paylater.connector.kit.Step;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The way through a recorded exchange with another payment than the recorded one. */
final class Walk {

    private Walk() {}

    /** The requests that an operation sends until the recorded answers end. */
    static List<HttpCall> through(JsonNode exchange, Connector connector, Context context) {
        var sent = new ArrayList<HttpCall>();
        var step =
                exchange.path("inquiry").asBoolean(false)
                        ? connector.inquire(context)
                        : connector.perform(context, exchange.path("retry").asBoolean(false));
        for (var recorded : exchange.path("calls")) {
            if (!(step instanceof Step.Call call)) {
                break;
            }
            sent.add(call.call());
            // A call shows itself as the file has it.
            if (!call.call().toString().equals(recorded.at("/request/call").asString())) {
                break;
            }
            step = Exchanges.answered(call, recorded.path("answer"));
        }
        return sent;
    }
}
