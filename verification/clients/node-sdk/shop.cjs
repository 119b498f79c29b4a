const assert = require('node:assert');
const Sdk = require('@juspay-tech/hyperswitch-node');

const api = new URL(process.env.PAYLATER_API);
// Its constructor takes no address.
const paylater = new Sdk(process.env.PAYLATER_KEY);
paylater.setHost(api.hostname, api.port, api.protocol.replace(':', ''));

const order = {
  amount: 6540,
  currency: 'EUR',
  capture_method: 'manual',
  payment_method: 'pay_later',
  payment_method_type: 'invoice',
  payment_method_data: {pay_later: {invoice: {}}},
  billing: {
    address: {first_name: 'Ada', last_name: 'Jones', line1: 'Main St 1', zip: '10115', city: 'Berlin', country: 'DE'},
    email: 'ada@example.com',
  },
};

async function life() {
  const customer = await paylater.customers.create({email: 'ada@example.com', name: 'Ada Jones'});
  assert.equal((await paylater.customers.retrieve(customer.customer_id)).email, 'ada@example.com');
  const renamed = await paylater.customers.update(customer.customer_id, {name: 'Ada Byron'});
  assert.equal(renamed.name, 'Ada Byron');

  const created = await paylater.paymentIntents.create({...order, customer_id: customer.customer_id});
  const id = created.payment_id;
  assert.equal(created.status, 'requires_confirmation');
  assert.equal((await paylater.paymentIntents.update(id, {description: 'Two chairs'})).description, 'Two chairs');
  assert.equal((await paylater.paymentIntents.confirm(id)).status, 'requires_capture');
  assert.equal((await paylater.paymentIntents.capture(id)).status, 'succeeded');
  const refund = await paylater.refunds.create({payment_id: id, amount: 1500});
  assert.equal(refund.status, 'succeeded');
  assert.equal((await paylater.refunds.retrieve(refund.refund_id)).amount, 1500);
  const shown = await paylater.paymentIntents.retrieve(id);
  assert.deepEqual([shown.amount_received, shown.refunds.length], [6540, 1]);

  const other = await paylater.paymentIntents.create({...order, confirm: true});
  assert.equal((await paylater.paymentIntents.cancel(other.payment_id)).status, 'cancelled');
  await assert.rejects(paylater.paymentIntents.retrieve('pay_none'), error => {
    assert.equal(error.statusCode, 404);
    return true;
  });
  assert.equal((await paylater.customers.del(customer.customer_id)).customer_deleted, true);
}

life().then(
  () => console.log('a customer, a payment captured and refunded, another cancelled'),
  error => {
    console.error(error);
    process.exitCode = 1;
  },
);
