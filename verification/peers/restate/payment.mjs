// What a confirm of paylater does, as a durable handler: the payment is kept before the provider is asked, the provider is
// asked once under a key of its own, its answer is kept, and the caller is told. The provider is paylater's simulator, asked
// with the request that paylater's sandbox connector sends.
import http from 'node:http';
import * as restate from '@restatedev/restate-sdk';

// Restate's SDK expects Node 22, which has it.
Promise.withResolvers ??= () => {
  const parts = {};
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
};

const provider = new URL(process.env.PROVIDER_URL ?? 'http://127.0.0.1:8090');
const connections = new http.Agent({ keepAlive: true, maxSockets: 64 });

const authorize = (key, body) =>
  new Promise((resolve, reject) => {
    const request = http.request(
      new URL('/sandbox/v1/payments', provider),
      {
        agent: connections,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${process.env.PROVIDER_KEY ?? 'sandbox_peer'}`,
          'idempotency-key': key,
        },
      },
      (answer) => {
        const parts = [];
        answer.on('data', (part) => parts.push(part));
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString();
          if (answer.statusCode >= 300) {
            reject(new Error(`The provider answered ${answer.statusCode}: ${text}`));
          } else {
            resolve(JSON.parse(text));
          }
        });
      },
    );
    request.on('error', reject);
    request.end(JSON.stringify(body));
  });

const payment = restate.object({
  name: 'Payment',
  handlers: {
    confirm: async (ctx, order) => {
      ctx.set('payment', { ...order, status: 'processing' });
      const answer = await ctx.run('authorize', () =>
        authorize(`${ctx.key}_1_authorize`, {
          merchant_reference: ctx.key,
          attempt_reference: `${ctx.key}_1`,
          amount: order.amount,
          currency: order.currency,
          billing: { ...order.billing.address, email: order.billing.email },
          country: order.billing.address.country,
          sub_type: order.payment_method_type,
          capture: order.capture_method,
          return_url: 'http://127.0.0.1/return',
          webhook_url: 'http://127.0.0.1/webhooks',
        }),
      );
      const confirmed = { ...order, payment_id: ctx.key, status: 'succeeded', provider: answer };
      ctx.set('payment', confirmed);
      return confirmed;
    },
  },
});

restate.serve({ services: [payment], port: 9080 });
