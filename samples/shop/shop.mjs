// A shop that sells one bicycle bell: a page with paylater's element, a webhook receiver that ships, a refund.
//
//   ./paylater up
//   node samples/shop/shop.mjs            then open http://127.0.0.1:4242
//
// Needs Node 20 and nothing else. PAYLATER_URL, PAYLATER_SECRET_KEY, PAYLATER_PUBLISHABLE_KEY and PORT set other values
// than those of the local system.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const PAYLATER = process.env.PAYLATER_URL ?? 'http://127.0.0.1:8080';
const SECRET_KEY = process.env.PAYLATER_SECRET_KEY ?? 'sk_sandbox_paylater_0123456789abcdef';
const PUBLISHABLE_KEY = process.env.PAYLATER_PUBLISHABLE_KEY ?? 'pk_sandbox_paylater_0123456789abcdef';
const PORT = Number(process.env.PORT ?? 4242);
const SHOP = `http://127.0.0.1:${PORT}`;

const BELL = { product_id: 'bell', product_name: 'Bicycle bell', quantity: 1, amount: 6540, tax_percentage: 19 };
const orders = new Map(); // order number -> order; a shop keeps them in its database
const seen = new Set(); // webhook ids that were handled

/** Calls the API with the secret key. Under the same Idempotency-Key a request is carried out once. */
async function paylater(path, body, idempotencyKey) {
  const answer = await fetch(PAYLATER + path, {
    method: 'POST',
    headers: { 'api-key': SECRET_KEY, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: JSON.stringify(body),
  });
  const shown = await answer.json();
  if (!answer.ok) throw new Error(shown.error?.message ?? answer.statusText);
  return shown;
}

/** A new order and its payment. The provider captures when it approves; goods leave when the webhook comes. */
async function order() {
  const number = randomUUID();
  const payment = await paylater(
    '/payments',
    {
      amount: BELL.amount,
      currency: 'EUR',
      capture_method: 'automatic',
      merchant_order_reference_id: number,
      return_url: `${SHOP}/orders/${number}`,
      order_details: [BELL],
    },
    `create-${number}`,
  );
  orders.set(number, { number, paymentId: payment.payment_id, clientSecret: payment.client_secret, status: 'open' });
  return orders.get(number);
}

/** Tells paylater where events go. The endpoint's secret is shown this once. */
async function listen() {
  const endpoint = await paylater(
    '/webhook_endpoints',
    { url: `${SHOP}/webhooks`, events: ['payment.succeeded', 'payment.failed', 'refund.*'] },
    `endpoint-${randomUUID()}`,
  );
  return endpoint.secret;
}

/** Standard Webhooks: HMAC-SHA256 over id, time and the bytes as they came. */
function isAuthentic(headers, bytes, secret) {
  const id = headers['webhook-id'];
  const time = headers['webhook-timestamp'];
  if (!id || Math.abs(Date.now() / 1000 - Number(time)) > 300) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${time}.`).update(bytes).digest();
  return (headers['webhook-signature'] ?? '').split(' ').some((signature) => {
    const sent = Buffer.from(signature.replace('v1,', ''), 'base64');
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  });
}

function hear(id, event) {
  if (seen.has(id)) return; // an event can come again
  seen.add(id);
  const order = [...orders.values()].find((each) => each.paymentId === event.data.payment_id);
  if (!order) return;
  const next = { 'payment.succeeded': 'shipped', 'payment.failed': 'declined', 'refund.succeeded': 'refunded' }[event.type];
  if (next) order.status = next;
  console.log(`order ${order.number}: ${event.type}${next ? `, ${next}` : ''}`);
}

const html = (title, content) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:26rem;margin:2rem auto;padding:0 1rem}button{font:inherit}</style>
<main><h1>${title}</h1>${content}</main></html>`;

const shopPage = () => html('Bicycle bell', `<p>Rings. 65.40 EUR.</p>
<script type="module" src="${PAYLATER}/elements/v1/paylater.js"></script>
<paylater-messaging publishable-key="${PUBLISHABLE_KEY}" amount="${BELL.amount}" currency="EUR" country="DE"></paylater-messaging>
<form method="post" action="/orders"><p><button>Buy it</button></p></form>`);

const orderPage = (order) => html('Your order', order.status !== 'open'
  ? `<p>Your bell is ${order.status}.</p>
     ${order.status === 'shipped' ? '<form method="post"><button>Send it back</button></form>' : '<a href="/">Shop</a>'}`
  : `<paylater-checkout publishable-key="${PUBLISHABLE_KEY}" payment-id="${order.paymentId}"
       client-secret="${order.clientSecret}"></paylater-checkout>
     <p id="wait" hidden>Thank you. This page shows when your bell leaves.</p>
     <script type="module" src="${PAYLATER}/elements/v1/paylater.js"></script>
     <script type="module">
       const waiting = new URLSearchParams(location.search).has('signature');
       const wait = () => {
         document.querySelector('paylater-checkout').hidden = true;
         document.querySelector('#wait').hidden = false;
         setTimeout(() => location.assign(location.pathname + '?signature'), 1500);
       };
       if (waiting) wait();
       document.addEventListener('confirmed', wait);
     </script>`);

async function route(request, bytes, secret) {
  const path = new URL(request.url, SHOP).pathname;
  const number = /^\/orders\/([\w-]+)$/.exec(path)?.[1];
  const known = orders.get(number);
  if (request.method === 'GET' && path === '/') return { page: shopPage() };
  if (request.method === 'POST' && path === '/orders') return { to: `/orders/${(await order()).number}` };
  if (request.method === 'GET' && known) return { page: orderPage(known) };
  if (request.method === 'POST' && known?.status === 'shipped') {
    await paylater('/refunds', { payment_id: known.paymentId, refund_id: `back-${number}`, reason: 'sent back' }, `refund-${number}`);
    return { to: path };
  }
  if (request.method === 'POST' && path === '/webhooks') {
    if (!isAuthentic(request.headers, bytes, secret)) return { status: 400 };
    hear(request.headers['webhook-id'], JSON.parse(bytes));
    return { status: 204 };
  }
  return { status: 404, page: html('Not here', '<a href="/">Shop</a>') };
}

const secret = await listen();
createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { status, to, page } = await route(request, Buffer.concat(chunks), secret).catch((failure) => {
    console.error(failure.message);
    return { status: 502, page: html('Something went wrong', '<p>You have not been charged. <a href="/">Shop</a></p>') };
  });
  response.writeHead(to ? 303 : status ?? 200, to ? { location: to } : { 'content-type': 'text/html;charset=utf-8' });
  response.end(page);
}).listen(PORT, '127.0.0.1', () => console.log(`The shop is open: ${SHOP}`));
