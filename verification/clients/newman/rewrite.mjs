// Makes scenarios of the API family that pay by card into ones that pay later: rewrite.mjs COLLECTION RESULT
import {readFileSync, writeFileSync} from 'node:fs';

const [source, result] = process.argv.slice(2);
const api = process.env.PAYLATER_API ?? 'http://127.0.0.1:8080';

// By name of a folder or request: why it is not played.
const LEFT_OUT = [
  [/^(MerchantAccounts|API Key|PaymentConnectors|QuickStart)$/, 'merchants, keys and accounts are made by /admin here'],
  [/^PaymentMethods$|^Health check$|^(List Customer|Ephemeral Key)$|List Payment Methods for a Merchant/i, 'no such operation in the interface'],
  [/Bank (Redirect|Transfer|Debit)|Wallet|Reward|Session Token|Update address/i, 'another payment method than pay_later'],
  [/Invalid card|card holder name|payment checks|CVV|Payment Method Data|Add card|Save card/i, 'about a card or a saved one'],
];

// What the sandbox's customer does in place of a card's number.
const OUTCOMES = {'4000000000003063': 'redirect', '4000000000003220': 'redirect', '4000000000009995': 'insufficient'};

const skipped = new Map();
let requests = 0;
let assertions = 0;

function rewriteBody(text) {
  let body;
  try {
    // A variable without quotes is no JSON.
    body = JSON.parse(text.replace(/:\s*({{\w+}})/g, ':"$1"'));
  } catch {
    return text;
  }
  const card = body.payment_method_data?.card;
  if (body.payment_method === 'card' || card) {
    body.payment_method = 'pay_later';
    body.payment_method_type = 'invoice';
    if (card) {
      const {card: _, ...others} = body.payment_method_data;
      body.payment_method_data = {pay_later: {invoice: {}}, ...others};
      const outcome = OUTCOMES[card.card_number];
      if (outcome) body.email = `guest+${outcome}@example.com`;
    }
  }
  delete body.card_cvc;
  if (['klarna', 'affirm', 'afterpay_clearpay'].includes(body.payment_method_type)) {
    body.payment_method_type = 'invoice';
    body.payment_method_data = {pay_later: {invoice: {}}};
    body.billing = {...body.billing, email: 'guest+redirect@example.com'};
  }
  // The customer is led to a page, whatever e-mail address the order has.
  if (body.authentication_type === 'three_ds' && body.billing?.email) body.billing.email = 'guest+redirect@example.com';
  const rewritten = JSON.stringify(body);
  return rewritten.replaceAll('"stripe"', '"sandbox"');
}

// What scripts expect of a card or of the family's own wording, and what holds here.
const EXPECTED = [
  ['"stripe"', '"sandbox"'],
  [/eql\(\s*"(klarna|affirm|afterpay_clearpay)",?\s*\)/g, 'eql("invoice")'],
  ['eql("card_declined")', 'eql("insufficient_credit")'],
  [/eql\("message - Your card has insufficient funds.[^"]*"\)/g, 'not.eql(null)'],
  ['eql("The refund amount exceeds the amount captured")', 'include("The refund exceeds what is left")'],
];

function rewriteScript(lines) {
  return EXPECTED.reduce((script, [theirs, ours]) => script.replaceAll(theirs, ours), lines.join('\n')).split('\n');
}

function keep(item) {
  const reason = LEFT_OUT.find(([name]) => name.test(item.name))?.[1];
  if (reason) {
    const count = countAssertions(item);
    skipped.set(reason, (skipped.get(reason) ?? 0) + count);
    return [];
  }
  if (item.item) {
    const kept = item.item.flatMap(one => keep(one));
    return kept.length ? [{...item, item: kept}] : [];
  }
  requests++;
  assertions += countAssertions(item);
  if (item.request.body?.raw) item.request.body.raw = rewriteBody(item.request.body.raw);
  for (const event of item.event ?? []) event.script.exec = rewriteScript(event.script.exec ?? []);
  return [item];
}

function countAssertions(item) {
  const own = (item.event ?? []).flatMap(event => event.script.exec ?? []).join('\n').split('pm.test(').length - 1;
  return own + (item.item ?? []).reduce((sum, one) => sum + countAssertions(one), 0);
}

const collection = JSON.parse(readFileSync(source, 'utf8'));
collection.item = collection.item.flatMap(keep);
const values = {
  baseUrl: api,
  api_key: process.env.PAYLATER_KEY,
  publishable_key: process.env.PAYLATER_PUBLISHABLE_KEY,
  admin_api_key: process.env.PAYLATER_ADMIN_KEY,
  merchant_id: 'merchant_sandbox',
};
for (const variable of collection.variable) variable.value = values[variable.key] ?? variable.value;
writeFileSync(result, JSON.stringify(collection));
console.log(`${requests} requests with ${assertions} assertions`);
for (const [reason, count] of skipped) console.log(`left out, ${reason}: ${count} assertions`);
