package dev.paylater.connector.kafka;

import dev.paylater.connector.kit.Connector;
import java.util.function.Function;

/** Makes the worker of a connector. */
interface WorkerFactory extends Function<Connector, Worker> {}
