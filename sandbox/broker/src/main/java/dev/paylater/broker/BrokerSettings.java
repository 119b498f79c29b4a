package dev.paylater.broker;

import java.nio.file.Path;
import java.util.Properties;

/**
 * What makes a stock Kafka node small enough for a laptop and quick to come back after kill -9: one
 * node in KRaft combined mode, loopback only, with a few hundred partitions in a small heap.
 */
record BrokerSettings(int port, Path data) {
    static final int CONTROLLER_PORT_DISTANCE = 1000;
    private static final String HOST = "127.0.0.1";
    private static final int MEBIBYTE = 1024 * 1024;

    int controllerPort() {
        return port + CONTROLLER_PORT_DISTANCE;
    }

    Properties toProperties() {
        var all = new Properties();
        addNode(all);
        addSmallFootprint(all);
        addQuickRestart(all);
        addSingleReplica(all);
        // Topics come from the catalogue; a misspelt one must fail and not appear.
        all.setProperty("auto.create.topics.enable", "false");
        all.setProperty("group.initial.rebalance.delay.ms", "0");
        return all;
    }

    private void addNode(Properties all) {
        all.setProperty("process.roles", "broker,controller");
        all.setProperty("node.id", "1");
        all.setProperty("controller.quorum.voters", "1@" + HOST + ":" + controllerPort());
        all.setProperty("controller.listener.names", "CONTROLLER");
        all.setProperty(
                "listeners",
                "PLAINTEXT://%s:%s,CONTROLLER://%s:%s"
                        .formatted(HOST, port, HOST, controllerPort()));
        all.setProperty("advertised.listeners", "PLAINTEXT://" + HOST + ":" + port);
        all.setProperty("log.dirs", data.toAbsolutePath().toString());
    }

    private static void addSmallFootprint(Properties all) {
        all.setProperty("num.network.threads", "1");
        all.setProperty("num.io.threads", "2");
        all.setProperty("background.threads", "2");
        all.setProperty("log.cleaner.threads", "1");
        // The default of 128 MiB is half the heap of this broker.
        all.setProperty("log.cleaner.dedupe.buffer.size", Integer.toString(4 * MEBIBYTE));
        all.setProperty("log.segment.bytes", Integer.toString(64 * MEBIBYTE));
        all.setProperty("log.index.size.max.bytes", Integer.toString(MEBIBYTE));
        all.setProperty("offsets.topic.segment.bytes", Integer.toString(16 * MEBIBYTE));
        all.setProperty("offsets.topic.num.partitions", "4");
        all.setProperty("transaction.state.log.num.partitions", "2");
        all.setProperty("share.coordinator.state.topic.num.partitions", "2");
    }

    private static void addQuickRestart(Properties all) {
        all.setProperty("broker.session.timeout.ms", "2000");
        all.setProperty("broker.heartbeat.interval.ms", "500");
        all.setProperty("controller.quorum.election.timeout.ms", "200");
        all.setProperty("controller.quorum.election.backoff.max.ms", "100");
        all.setProperty("controller.quorum.fetch.timeout.ms", "500");
        all.setProperty("controlled.shutdown.enable", "true");
        all.setProperty("num.recovery.threads.per.data.dir", "2");
    }

    private static void addSingleReplica(Properties all) {
        all.setProperty("default.replication.factor", "1");
        all.setProperty("offsets.topic.replication.factor", "1");
        all.setProperty("transaction.state.log.replication.factor", "1");
        all.setProperty("transaction.state.log.min.isr", "1");
        all.setProperty("share.coordinator.state.topic.replication.factor", "1");
        all.setProperty("share.coordinator.state.topic.min.isr", "1");
    }
}
