import type { components } from "./paylater.js";

export const payment: components["schemas"]["PaymentCreateRequest"] = { amount: 6540 };
