// A shop's endpoint for paylater's webhooks, with the public library of Standard Webhooks.
//
//   npm install
//   SECRET=whsec_... PORT=3000 node receive.mjs
//
// SECRET is what POST /webhook_endpoints (or ./paylater listen) showed once.
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.SECRET);
const seen = new Set(); // A shop keeps this in its database.
const latest = new Map(); // The highest sequence of each payment and refund.

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    let event;
    try {
      // Over the bytes as they came: JSON that was parsed and written again may differ.
      event = webhook.verify(Buffer.concat(chunks).toString('utf8'), request.headers);
    } catch (forged) {
      console.error('refused:', forged.message);
      response.writeHead(400).end();
      return;
    }
    handle(request.headers['webhook-id'], event);
    response.writeHead(204).end(); // Any 2xx; anything else, or no answer in 15 s: it comes again.
  });
});

function handle(id, { type, sequence, data }) {
  const about = data.refund_id ?? data.payment_id;
  if (seen.has(id)) return; // Delivered again.
  seen.add(id);
  if (sequence < (latest.get(about) ?? 0)) return; // Overtaken by a later event.
  latest.set(about, sequence);
  console.log(JSON.stringify({ type, sequence, id: about, status: data.status }));
}

server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () =>
  console.log('listening on', server.address().port));
