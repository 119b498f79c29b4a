/**
 * <paylater-checkout> and <paylater-messaging>: paylater's ways to pay inside a shop's own page.
 * No dependencies. The calls are those that a publishable key may make; docs/merchants/element.md.
 */
const SCRIPT = new URL(import.meta.url);
const RIGHT_TO_LEFT = ["ar", "he"];

const STYLE = `
:host { display: block; color: var(--paylater-text, #1d2430); font: var(--paylater-font, 1rem/1.5 system-ui, sans-serif); }
:host([hidden]) { display: none; }
fieldset { border: 0; margin: 0 0 1rem; padding: 0; min-width: 0; }
legend, h2 { font: inherit; font-weight: 600; margin: 0 0 .5rem; padding: 0; }
.method { display: flex; gap: .75rem; align-items: flex-start; margin: 0 0 .5rem; padding: .75rem;
  border: 1px solid var(--paylater-border, #767f8c); border-radius: var(--paylater-radius, .5rem);
  background: var(--paylater-background, #fff); }
.method:has(:checked) { border-color: var(--paylater-accent, #1f5eff); box-shadow: 0 0 0 1px var(--paylater-accent, #1f5eff); }
.method input { margin: .3rem 0 0; width: 1.15rem; height: 1.15rem; flex: none; accent-color: var(--paylater-accent, #1f5eff); }
.method label { display: block; cursor: pointer; }
.method small { display: block; font-size: .9em; color: var(--paylater-quiet, #4a5361); }
a { color: var(--paylater-accent, #1f5eff); }
.field { display: block; margin: 0 0 .75rem; }
.field input, .field select { display: block; box-sizing: border-box; width: 100%; font: inherit; color: inherit; padding: .6rem .7rem;
  border: 1px solid var(--paylater-border, #767f8c); border-radius: var(--paylater-radius, .5rem); background: var(--paylater-background, #fff); }
.field [aria-invalid="true"] { border: 2px solid var(--paylater-wrong, #b3261e); }
.error { display: block; color: var(--paylater-wrong, #b3261e); }
.problem { margin: 0 0 1rem; padding: .75rem; border: 2px solid var(--paylater-wrong, #b3261e); border-radius: var(--paylater-radius, .5rem); }
.problem ul { margin: 0; padding-inline-start: 1.2rem; }
button { font: inherit; font-weight: 600; width: 100%; min-height: 3rem; border: 0; cursor: pointer; padding: .7rem 1rem;
  border-radius: var(--paylater-radius, .5rem); background: var(--paylater-accent, #1f5eff); color: var(--paylater-on-accent, #fff); }
button[disabled] { opacity: .6; cursor: default; }
:focus-visible { outline: 3px solid var(--paylater-focus, #ffbf47); outline-offset: 2px; }
p { margin: 0; }
`;

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);

/** What the shopper types: where it lies in a confirm, and how a browser fills it in. */
const FIELDS = {
  "billing.address.first_name": { text: "first_name", autocomplete: "given-name" },
  "billing.address.last_name": { text: "last_name", autocomplete: "family-name" },
  "billing.address.line1": { text: "line1", autocomplete: "address-line1" },
  "billing.address.zip": { text: "zip", autocomplete: "postal-code" },
  "billing.address.city": { text: "city", autocomplete: "address-level2" },
  "billing.address.country": { text: "country", autocomplete: "country" },
  "billing.email": { text: "email", autocomplete: "email", type: "email" },
  "billing.phone.number": { text: "phone", autocomplete: "tel", type: "tel" },
};
const EMAIL = /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/;

const textsByUrl = new Map();

/** An answer that is no success: `code` is an error code of the interface, or "network". */
class CallFailed extends Error {
  constructor(code, message, param) {
    super(message);
    this.code = code;
    this.param = param;
  }
}

/** A node with attributes, properties that begin with a dot, and children. */
function node(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith(".")) made[key.slice(1)] = value;
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

function put(target, path, value) {
  const steps = path.split(".");
  const last = steps.pop();
  let at = target;
  for (const step of steps) at = at[step] ??= {};
  at[last] = value;
}

/** What both elements share: where the API is, its calls, and the texts of a language. */
class PaylaterElement extends HTMLElement {
  constructor() {
    super();
    this.root = this.attachShadow({ mode: "open" });
    this.root.adoptedStyleSheets = [sheet];
    this.generation = 0;
  }

  connectedCallback() {
    this.reload();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.reload();
  }

  /** Shows it anew, once for all attributes that are set in one go; the latest call wins. */
  reload() {
    const generation = ++this.generation;
    queueMicrotask(async () => {
      if (generation !== this.generation || !this.isComplete) return;
      try {
        await this.load(() => generation === this.generation);
      } catch (failure) {
        if (generation === this.generation) this.fail(failure);
      }
    });
  }

  get base() {
    return this.getAttribute("base-url") ?? SCRIPT.origin;
  }

  get language() {
    const wanted = this.getAttribute("locale") ?? document.documentElement.lang ?? "";
    return wanted.split(/[-_]/)[0].toLowerCase() || navigator.language.split("-")[0];
  }

  async readTexts() {
    const url = `${this.base}/elements/v1/texts/${encodeURIComponent(this.language)}`;
    if (!textsByUrl.has(url)) {
      const loading = this.fetched(url, {});
      textsByUrl.set(url, loading);
      loading.catch(() => textsByUrl.delete(url));
    }
    const answer = await textsByUrl.get(url);
    this.texts = answer.texts;
    this.countryCodes = answer.countries;
    this.locale = answer.language;
    this.root.host.dir = RIGHT_TO_LEFT.includes(answer.language) ? "rtl" : "ltr";
    this.root.host.lang = answer.language;
  }

  say(key, ...values) {
    return values.reduce((said, value, at) => said.replaceAll(`{${at}}`, value), this.texts[key] ?? key);
  }

  money(amount, currency) {
    const format = new Intl.NumberFormat(this.locale, { style: "currency", currency });
    return format.format(amount / 10 ** format.resolvedOptions().maximumFractionDigits);
  }

  count(number) {
    return new Intl.NumberFormat(this.locale).format(number);
  }

  /** When and in how many parts a method is paid; else what the method is. */
  about(method, currency) {
    const plan = method.instalment_plans[0];
    if (plan?.count === 1) {
      const days = /^P(\d+)D$/.exec(plan.first_due);
      if (days) return this.say("plan.later", this.count(Number(days[1])));
    } else if (plan) {
      const key = { P14D: "plan.weeks", P2W: "plan.weeks", P1M: "plan.months" }[plan.interval];
      const rest = this.money(plan.amounts.at(-1), currency);
      if (key) return this.say(key, this.money(plan.amounts[0], currency), this.count(plan.count - 1), rest);
    }
    return this.say(`method.${method.payment_method_type}.about`);
  }

  async call(path, body) {
    const headers = { "api-key": this.getAttribute("publishable-key") };
    if (body === undefined) return this.fetched(this.base + path, { headers });
    headers["content-type"] = "application/json";
    return this.fetched(this.base + path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  async fetched(url, options) {
    let answer;
    try {
      answer = await fetch(url, { ...options, credentials: "omit" });
    } catch (failure) {
      throw new CallFailed("network", String(failure));
    }
    const body = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new CallFailed(body.error?.code ?? "network", body.error?.message ?? answer.statusText, body.error?.param);
    return body;
  }

  /** Tells the shop's page; false when it has called preventDefault. */
  tell(type, detail) {
    return this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable: true }));
  }
}

/**
 * The ways to pay of a payment, what they still need to know, and the button.
 *
 * Attributes: publishable-key, payment-id, client-secret; base-url, locale, no-button (the page calls confirm() itself).
 * Events: ready {methods}, change {payment_method_type}, confirmed {payment}, declined {payment}, redirect {url, payment}
 * (preventDefault keeps the shopper here), error {code, message}.
 */
class PaylaterCheckout extends PaylaterElement {
  static observedAttributes = ["publishable-key", "payment-id", "client-secret", "base-url", "locale", "no-button"];

  get isComplete() {
    return this.hasAttribute("publishable-key") && this.hasAttribute("payment-id") && this.hasAttribute("client-secret");
  }

  get path() {
    return `/payments/${encodeURIComponent(this.getAttribute("payment-id"))}`;
  }

  get secret() {
    return `client_secret=${encodeURIComponent(this.getAttribute("client-secret"))}`;
  }

  async load(isLatest) {
    const [payment, offered] = await Promise.all([
      this.call(`${this.path}?${this.secret}`),
      this.call(`${this.path}/payment_methods?${this.secret}`),
      this.readTexts(),
    ]);
    if (!isLatest()) return;
    this.payment = payment;
    this.methods = offered.data;
    const kept = this.methods.find((method) => method.payment_method_type === this.chosen);
    this.chosen = (kept ?? this.methods[0])?.payment_method_type;
    this.show();
    this.tell("ready", { methods: this.methods });
  }

  get method() {
    return this.methods.find((method) => method.payment_method_type === this.chosen);
  }

  show() {
    this.summary = node("div", { class: "problem", role: "alert", tabindex: "-1", hidden: true });
    if (this.methods.length === 0) {
      this.root.replaceChildren(node("p", { part: "empty" }, this.say("problem.no_method")));
      return;
    }
    const cards = this.methods.map((method) => this.card(method));
    this.form = node(
      "form",
      { novalidate: true, part: "form" },
      this.summary,
      node("fieldset", {}, node("legend", {}, this.say("method.choose")), ...cards),
      (this.entries = node("div", { part: "fields" })),
      this.hasAttribute("no-button")
        ? null
        : (this.button = node("button", { part: "button" }, this.say("pay.button", this.money(this.payment.net_amount, this.payment.currency)))),
    );
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.confirm();
    });
    this.root.replaceChildren(this.form);
    this.showFields();
  }

  card(method) {
    const type = method.payment_method_type;
    const id = `method_${type}`;
    const radio = node("input", { type: "radio", name: "method", id, value: type, ".checked": type === this.chosen });
    radio.addEventListener("change", () => {
      this.chosen = type;
      this.hideProblem();
      this.showFields();
      this.tell("change", { payment_method_type: type });
    });
    const label = node("label", { for: id }, node("b", {}, node("bdi", {}, method.name)), ` ${this.say(`method.${type}`)}`);
    label.append(node("small", {}, this.about(method, this.payment.currency)));
    const terms = method.terms_url
      ? node("a", { href: method.terms_url, target: "_blank", rel: "noopener noreferrer" }, this.say("method.terms", method.name))
      : null;
    return node("div", { class: "method", part: "method" }, radio, node("div", {}, label, terms));
  }

  /** Only what the chosen method still needs; what was typed is kept. */
  showFields() {
    this.entered ??= new Map();
    const shown = this.method.required_fields
      .filter((path) => FIELDS[path])
      .map((path) => {
        const { text, autocomplete, type } = FIELDS[path];
        const attributes = { id: text, autocomplete: `billing ${autocomplete}`, required: true, "aria-required": "true" };
        const input = text === "country" ? this.countries(attributes) : node("input", { ...attributes, type: type ?? "text" });
        input.value = this.entered.get(path) ?? "";
        input.addEventListener("input", () => this.entered.set(path, input.value.trim()));
        return node("label", { class: "field", for: text, part: "field" }, this.say(`field.${text}`), input);
      });
    this.entries.replaceChildren(...(shown.length ? [node("h2", {}, this.say("details")), ...shown] : []));
  }

  countries(attributes) {
    const names = new Intl.DisplayNames([this.locale], { type: "region" });
    const all = this.countryCodes.map((code) => [code, names.of(code) ?? code]);
    all.sort(([, one], [, other]) => one.localeCompare(other, this.locale));
    const choices = all.map(([code, name]) => node("option", { value: code }, name));
    return node("select", attributes, node("option", { value: "" }, this.say("country.choose")), ...choices);
  }

  /** The entries that cannot be right: path to the key of a sentence. */
  check() {
    const wrong = new Map();
    for (const path of this.method.required_fields.filter((each) => FIELDS[each])) {
      const value = this.entered.get(path) ?? "";
      if (!value) wrong.set(path, "error.required");
      else if (path === "billing.email" && !EMAIL.test(value)) wrong.set(path, "error.invalid");
    }
    return wrong;
  }

  showWrong(wrong) {
    for (const path of Object.keys(FIELDS)) this.mark(path, wrong.get(path));
    const lines = [...wrong].map(([path, key]) => {
      const { text } = FIELDS[path];
      const link = node("a", { href: `#${text}` }, this.say(`field.${text}`));
      link.addEventListener("click", (event) => {
        event.preventDefault();
        this.root.getElementById(text)?.focus();
      });
      return node("li", {}, link, `: ${this.say(key)}`);
    });
    this.showProblem(node("h2", {}, this.say("errors.title")), node("ul", {}, ...lines));
  }

  mark(path, key) {
    const { text } = FIELDS[path];
    const input = this.root.getElementById(text);
    this.root.getElementById(`${text}_error`)?.remove();
    if (!input) return;
    input.setAttribute("aria-invalid", String(Boolean(key)));
    if (key) {
      input.before(node("span", { class: "error", id: `${text}_error` }, this.say(key)));
      input.setAttribute("aria-describedby", `${text}_error`);
    } else {
      input.removeAttribute("aria-describedby");
    }
  }

  showProblem(...content) {
    this.summary.replaceChildren(...content);
    this.summary.hidden = false;
    this.summary.focus();
  }

  hideProblem() {
    this.summary.hidden = true;
    for (const path of Object.keys(FIELDS)) this.mark(path);
  }

  /**
   * Confirms the payment with the chosen method. Resolves with the payment, or with null when an entry is wrong or it
   * could not be confirmed; a second call while the first is under way is that call.
   */
  confirm() {
    this.confirming ??= this.confirmOnce().finally(() => {
      this.confirming = null;
      if (this.button) this.button.disabled = false;
      this.form?.removeAttribute("aria-busy");
    });
    return this.confirming;
  }

  async confirmOnce() {
    if (!this.method) return null;
    const wrong = this.check();
    if (wrong.size) {
      this.showWrong(wrong);
      return null;
    }
    this.hideProblem();
    if (this.button) this.button.disabled = true;
    this.form.setAttribute("aria-busy", "true");
    const body = {
      client_secret: this.getAttribute("client-secret"),
      payment_method: "pay_later",
      payment_method_type: this.chosen,
      payment_method_data: { pay_later: { [this.chosen]: {} } },
    };
    for (const path of this.method.required_fields) {
      if (this.entered.get(path)) put(body, path, this.entered.get(path));
    }
    try {
      return this.conclude(await this.call(`${this.path}/confirm`, body));
    } catch (failure) {
      this.refused(failure);
      return null;
    }
  }

  conclude(payment) {
    this.payment = payment;
    if (payment.status === "requires_customer_action" && payment.next_action?.redirect_to_url) {
      const url = payment.next_action.redirect_to_url;
      if (this.tell("redirect", { url, payment })) location.assign(url);
    } else if (payment.status === "failed") {
      this.showProblem(node("p", {}, this.say("problem.declined")));
      this.tell("declined", { payment });
    } else {
      this.tell("confirmed", { payment });
    }
    return payment;
  }

  refused(failure) {
    if (FIELDS[failure.param]) {
      this.showWrong(new Map([[failure.param, "error.invalid"]]));
    } else {
      const key = { IR_39: "problem.no_method", IR_37: "problem.no_method", HE_03: "problem.unavailable", network: "problem.unavailable" };
      this.showProblem(node("p", {}, this.say(key[failure.code] ?? "problem.other")));
    }
    this.tell("error", { code: failure.code, message: failure.message });
  }

  fail(failure) {
    this.root.replaceChildren(node("p", { role: "alert", part: "empty" }, this.texts ? this.say("problem.unavailable") : ""));
    this.tell("error", { code: failure.code ?? "network", message: failure.message });
  }
}

/**
 * One sentence for a product's page: how the amount could be paid later.
 *
 * Attributes: publishable-key, amount (minor units), currency; country, base-url, locale. Without a way to pay it shows nothing.
 */
class PaylaterMessaging extends PaylaterElement {
  static observedAttributes = ["publishable-key", "amount", "currency", "country", "base-url", "locale"];

  get isComplete() {
    return this.hasAttribute("publishable-key") && this.hasAttribute("amount") && this.hasAttribute("currency");
  }

  async load(isLatest) {
    const query = new URLSearchParams({ amount: this.getAttribute("amount"), currency: this.getAttribute("currency") });
    if (this.hasAttribute("country")) query.set("country", this.getAttribute("country"));
    const [offered] = await Promise.all([this.call(`/payment_methods?${query}`), this.readTexts()]);
    if (!isLatest()) return;
    const inParts = offered.data.find((method) => method.instalment_plans[0]?.count > 1);
    const planned = inParts ?? offered.data.find((method) => method.instalment_plans.length > 0) ?? offered.data[0];
    this.root.replaceChildren(
      ...(planned
        ? [node("p", {}, node("b", {}, node("bdi", {}, planned.name)), ` ${this.about(planned, this.getAttribute("currency"))}`)]
        : []),
    );
    this.tell("ready", { methods: offered.data });
  }

  fail(failure) {
    this.root.replaceChildren();
    this.tell("error", { code: failure.code ?? "network", message: failure.message });
  }
}

customElements.define("paylater-checkout", PaylaterCheckout);
customElements.define("paylater-messaging", PaylaterMessaging);
export { PaylaterCheckout, PaylaterMessaging };
