/** Types of /elements/v1/paylater.js. Payment is that of /openapi.json. */
export interface OfferedMethod {
  payment_method: "pay_later";
  payment_method_type: string;
  connector: string;
  name: string;
  required_fields: string[];
  instalment_plans: { count: number; first_due: string; interval: string | null; amounts: number[] }[];
  terms_url: string | null;
}

export interface PaylaterPayment {
  payment_id: string;
  status: string;
  amount: number;
  net_amount: number;
  currency: string;
  next_action: { type: string; redirect_to_url?: string } | null;
  [field: string]: unknown;
}

export interface PaylaterEvents {
  ready: CustomEvent<{ methods: OfferedMethod[] }>;
  change: CustomEvent<{ payment_method_type: string }>;
  confirmed: CustomEvent<{ payment: PaylaterPayment }>;
  declined: CustomEvent<{ payment: PaylaterPayment }>;
  /** preventDefault() keeps the shopper on the page. */
  redirect: CustomEvent<{ url: string; payment: PaylaterPayment }>;
  /** code: of the interface's errors, or "network". */
  error: CustomEvent<{ code: string; message: string }>;
}

declare class PaylaterElement extends HTMLElement {
  addEventListener<K extends keyof PaylaterEvents>(
    type: K,
    listener: (event: PaylaterEvents[K]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

/** Attributes: publishable-key, payment-id, client-secret; base-url, locale, no-button. */
export class PaylaterCheckout extends PaylaterElement {
  /** The payment, or null when an entry is wrong or it could not be confirmed. */
  confirm(): Promise<PaylaterPayment | null>;
}

/** Attributes: publishable-key, amount (minor units), currency; country, base-url, locale. */
export class PaylaterMessaging extends PaylaterElement {}

declare global {
  interface HTMLElementTagNameMap {
    "paylater-checkout": PaylaterCheckout;
    "paylater-messaging": PaylaterMessaging;
  }
}
