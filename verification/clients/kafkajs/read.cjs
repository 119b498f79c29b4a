const assert = require('node:assert');
const {SchemaRegistry} = require('@kafkajs/confluent-schema-registry');
const {Kafka, logLevel} = require('kafkajs');

const TOPICS = ['payments.events', 'payments.state', 'refunds.events', 'audit.events'];
const offset = Number(new URL(process.env.PAYLATER_API).port) - 8080;
const kafka = new Kafka({
  clientId: 'clients',
  brokers: [process.env.PAYLATER_KAFKA ?? `127.0.0.1:${9092 + offset}`],
  logLevel: logLevel.ERROR,
});
const registry = new SchemaRegistry({
  host: process.env.PAYLATER_REGISTRY ?? `http://127.0.0.1:${8085 + offset}/apis/ccompat/v7`,
});

/** How many records there are, by topic and partition. */
async function ends() {
  const admin = kafka.admin();
  await admin.connect();
  const left = new Map();
  for (const topic of TOPICS) {
    for (const {partition, low, high} of await admin.fetchTopicOffsets(topic)) {
      if (Number(high) > Number(low)) left.set(`${topic}-${partition}`, Number(high));
    }
  }
  await admin.disconnect();
  return left;
}

async function read() {
  const left = await ends();
  assert.ok(left.size > 0, 'no record is there: run another client first');
  const counts = Object.fromEntries(TOPICS.map(topic => [topic, 0]));
  const consumer = kafka.consumer({groupId: `clients-${process.pid}`});
  await consumer.connect();
  await consumer.subscribe({topics: TOPICS, fromBeginning: true});
  await new Promise((done, failed) => {
    setTimeout(() => failed(new Error(`not read within a minute: ${[...left.keys()]}`)), 60_000).unref();
    consumer.run({
      eachMessage: async ({topic, partition, message}) => {
        try {
          if (message.value !== null) {
            const record = await registry.decode(message.value);
            assert.ok(record.event_id ?? record.audit_id ?? record.payment, `${topic}: ${JSON.stringify(record)}`);
          }
          counts[topic]++;
          const place = `${topic}-${partition}`;
          if (Number(message.offset) + 1 >= (left.get(place) ?? Infinity)) left.delete(place);
          if (left.size === 0) done();
        } catch (error) {
          failed(error);
        }
      },
    });
  });
  await consumer.disconnect();
  return counts;
}

read().then(
  counts => console.log(`read ${TOPICS.map(topic => `${counts[topic]} of ${topic}`).join(', ')}`),
  error => {
    console.error(error);
    process.exit(1);
  },
);
