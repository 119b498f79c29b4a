import createClient from "openapi-fetch";
import type { paths } from "./paylater.js";

const client = createClient<paths>({
  baseUrl: process.env.PAYLATER_API,
  headers: { "api-key": process.env.PAYLATER_KEY },
});

function required<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) {
    throw new Error(JSON.stringify(answer.error));
  }
  return answer.data;
}

const customer = `cus_ts_${Date.now()}`;

async function create() {
  return required(
    await client.POST("/payments", {
      params: { header: { "Idempotency-Key": crypto.randomUUID() } },
      body: {
        amount: 6540,
        currency: "EUR",
        capture_method: "manual",
        confirm: true,
        customer_id: customer,
        payment_method: "pay_later",
        payment_method_type: "invoice",
        payment_method_data: { pay_later: { invoice: {} } },
        billing: {
          address: {
            first_name: "Ada", last_name: "Jones", line1: "Main St 1", zip: "10115", city: "Berlin", country: "DE",
          },
          email: "ada@example.com",
        },
      },
    }),
  );
}

const made: string[] = [];
for (let i = 0; i < 3; i++) {
  const payment = await create();
  if (payment.status !== "requires_capture") {
    throw new Error(`created: ${payment.status}`);
  }
  made.push(payment.payment_id);
}
const [first] = made;
const captured = required(
  await client.POST("/payments/{payment_id}/capture", { params: { path: { payment_id: first } }, body: {} }),
);
if (captured.status !== "succeeded" || captured.amount_received !== 6540) {
  throw new Error(`captured: ${captured.status}`);
}
const refund = required(await client.POST("/refunds", { body: { payment_id: first, amount: 1500 } }));
if (refund.amount !== 1500) {
  throw new Error(`refunded: ${refund.amount}`);
}
const listed: string[] = [];
let after: string | undefined;
do {
  const [page] = required(
    await client.GET("/payments/list", {
      params: { query: { customer_id: customer, limit: 2, starting_after: after } },
    }),
  );
  listed.push(...page.data.map((payment) => payment.payment_id));
  after = page.size === 2 ? listed.at(-1) : undefined;
} while (after !== undefined);
if (listed.join() !== made.reverse().join()) {
  throw new Error(`listed: ${listed}`);
}
console.log("created 3, captured, refunded and paged through them");
