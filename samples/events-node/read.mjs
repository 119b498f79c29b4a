// Prints what becomes of payments and refunds, with KafkaJS and the registry's public client.
//
//   npm install
//   KAFKA=127.0.0.1:9092 REGISTRY=http://127.0.0.1:8085/apis/ccompat/v7 node read.mjs
import { SchemaRegistry, SchemaType } from '@kafkajs/confluent-schema-registry';
import avro from 'avsc';
import { Kafka, logLevel } from 'kafkajs';

// An amount can be larger than a number of JavaScript holds exactly, and would not be read at all.
const long = avro.types.LongType.__with({
  fromBuffer: (buffer) => buffer.readBigInt64LE(),
  toBuffer: (value) => {
    const buffer = Buffer.alloc(8);
    buffer.writeBigInt64LE(value);
    return buffer;
  },
  fromJSON: BigInt,
  toJSON: String,
  isValid: (value) => typeof value === 'bigint',
  compare: (one, other) => (one === other ? 0 : one < other ? -1 : 1),
});

const kafka = new Kafka({
  clientId: 'sample-node',
  brokers: [process.env.KAFKA ?? '127.0.0.1:9092'],
  logLevel: logLevel.ERROR,
});
const registry = new SchemaRegistry(
  { host: process.env.REGISTRY ?? 'http://127.0.0.1:8085/apis/ccompat/v7' },
  { [SchemaType.AVRO]: { typeHook: (type) => (type === 'long' ? long : undefined) } },
);
const consumer = kafka.consumer({ groupId: process.env.GROUP ?? 'sample-node' });
const latest = new Map(); // A team keeps this in its own store, with what it does.

await consumer.connect();
await consumer.subscribe({ topics: ['payments.events', 'refunds.events'], fromBeginning: true });
await consumer.run({
  // What this throws is tried again; the offset is committed when it returns.
  eachMessage: async ({ message }) => {
    const event = await registry.decode(message.value);
    const refundId = event.refund?.refund_id;
    const subject = message.key.toString() + (refundId ? '/' + refundId : '');
    const sequence = Number(event.sequence);
    if (sequence <= (latest.get(subject) ?? 0)) return; // Delivered again, or overtaken.
    latest.set(subject, sequence);
    const { status } = event.refund ?? event.payment;
    console.log(`${subject} #${sequence} ${event.type}: ${status}`);
  },
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => consumer.disconnect());
}
