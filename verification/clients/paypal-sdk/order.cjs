const assert = require('node:assert');
const http = require('node:http');
const https = require('node:https');
const net = require('node:net');
const {Client, Environment, OrdersController, PaymentsController} = require('@paypal/paypal-server-sdk');

const simulator = {host: '127.0.0.1', port: Number(new URL(process.env.PAYLATER_API).port) + 10};
const once = Date.now();
let calls = 0;

/** The SDK knows PayPal's own addresses only: its connections lead to the simulator, whose paths begin with /paypal. */
const front = http.createServer((request, response) => {
  calls++;
  const onward = http.request(
    {...simulator, method: request.method, path: `/paypal${request.url}`, headers: request.headers},
    answer => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    },
  );
  request.pipe(onward);
});

const euros = value => ({currencyCode: 'EUR', value});
const key = name => `${name}-${once}`;

async function refused(call, issue) {
  await assert.rejects(call, error => String(error.body).includes(issue));
}

async function approve(order) {
  const page = order.links.find(link => /approve|payer-action/.test(link.rel)).href;
  const answer = await fetch(`${page}${page.includes('?') ? '&' : '?'}decision=approve`, {redirect: 'manual'});
  assert.equal(answer.status, 302);
}

async function life(orders, payments) {
  const created = await orders.createOrder({
    body: {
      intent: 'AUTHORIZE',
      purchaseUnits: [{
        customId: `pay_${once}`,
        amount: {...euros('60.00'), breakdown: {itemTotal: euros('60.00')}},
        items: [{name: 'Lamp', quantity: '2', unitAmount: euros('30.00')}],
      }],
      paymentSource: {paypal: {experienceContext: {returnUrl: 'https://shop.example/ok', cancelUrl: 'https://shop.example/no'}}},
    },
    paypalRequestId: key('create'),
    prefer: 'return=representation',
  });
  const order = created.result;
  assert.deepEqual([created.statusCode, order.status], [201, 'PAYER_ACTION_REQUIRED']);
  await refused(orders.authorizeOrder({id: order.id, paypalRequestId: key('early'), body: {}}), 'ORDER_NOT_APPROVED');
  await orders.patchOrder({
    id: order.id,
    body: [{op: 'replace', path: "/purchase_units/@reference_id=='default'/invoice_id", value: `invoice-${once}`}],
  });
  await approve(order);
  assert.equal((await orders.getOrder({id: order.id})).result.status, 'APPROVED');
  const authorized = await orders.authorizeOrder({
    id: order.id, paypalRequestId: key('authorize'), prefer: 'return=representation', body: {},
  });
  const authorizationId = authorized.result.purchaseUnits[0].payments.authorizations[0].id;

  const capture = (await payments.captureAuthorizedPayment({
    authorizationId, paypalRequestId: key('capture'), body: {amount: euros('40.00'), finalCapture: false},
  })).result;
  assert.equal(capture.status, 'COMPLETED');
  await orders.createOrderTracking({
    id: order.id, body: {captureId: capture.id, trackingNumber: 'T1', carrier: 'DHL', notifyPayer: false},
  });
  const refund = await payments.refundCapturedPayment({
    captureId: capture.id, paypalRequestId: key('refund'), prefer: 'return=representation', body: {amount: euros('15.00')},
  });
  assert.equal(refund.result.amount.value, '15.00');
  assert.equal((await payments.getRefund({refundId: refund.result.id})).result.status, 'COMPLETED');
  assert.equal((await payments.voidPayment({authorizationId, paypalRequestId: key('void')})).statusCode, 204);
  await refused(
    payments.captureAuthorizedPayment({authorizationId, paypalRequestId: key('late'), body: {amount: euros('1.00')}}),
    'AUTHORIZATION_VOIDED',
  );
  const end = (await orders.getOrder({id: order.id})).result.purchaseUnits[0].payments;
  assert.deepEqual([end.captures.length, end.refunds.length, end.authorizations[0].status], [1, 1, 'VOIDED']);
}

front.listen(0, '127.0.0.1', async () => {
  const {port} = front.address();
  https.Agent.prototype.createConnection = () => net.connect(port, '127.0.0.1');
  const client = new Client({
    clientCredentialsAuthCredentials: {oAuthClientId: 'sandbox_clients', oAuthClientSecret: 'sandbox_clients'},
    environment: Environment.Sandbox,
  });
  try {
    await life(new OrdersController(client), new PaymentsController(client));
    console.log(`an order authorized, captured, tracked, refunded and voided in ${calls} calls`);
    process.exit(0);
  } catch (error) {
    console.error(error.body ?? error);
    process.exit(1);
  }
});
