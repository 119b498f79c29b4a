'use strict';

// The secret key is kept in this variable and nowhere else.
let key = '';
let shown = null;

// How often each list was asked for: an answer that comes after a later one's is old and is not shown.
const asked = {endpoints: 0, deliveries: 0};

const byId = (id) => document.getElementById(id);

async function call(method, path, body) {
  const answer = await fetch(path, {
    method,
    headers: {'api-key': key, ...(body && {'content-type': 'application/json'})},
    body: body && JSON.stringify(body),
  });
  const json = await answer.json();
  if (!answer.ok) {
    throw new Error(`${json.error.code}: ${json.error.message}`);
  }
  return json;
}

/** Runs what a button does; what goes wrong is said at the top of the page. */
function on(element, event, action) {
  element.addEventListener(event, async (happened) => {
    happened.preventDefault();
    byId('complaint').textContent = '';
    try {
      await action();
    } catch (error) {
      byId('complaint').textContent = error.message;
    }
  });
}

function row(cells, buttons) {
  const line = document.createElement('tr');
  for (const text of cells) {
    line.append(Object.assign(document.createElement('td'), {textContent: text ?? ''}));
  }
  const last = document.createElement('td');
  for (const [label, action] of buttons) {
    const button = Object.assign(document.createElement('button'), {textContent: label});
    on(button, 'click', action);
    last.append(button);
  }
  line.append(last);
  return line;
}

function showSecret(endpoint) {
  byId('secret').hidden = !endpoint.secret;
  byId('secret').textContent = `Secret of ${endpoint.url}, shown this once: ${endpoint.secret}`;
}

function state(endpoint) {
  if (!endpoint.enabled) {
    return `disabled ${endpoint.disabled_reason ?? ''}`;
  }
  return endpoint.failing_since ? `failing since ${endpoint.failing_since}` : 'enabled';
}

function endpointRow(endpoint) {
  const path = `/webhook_endpoints/${endpoint.id}`;
  const again = (action) => async () => {
    showSecret({...(await action()), url: endpoint.url});
    await showEndpoints();
  };
  return row(
      [
        endpoint.url,
        endpoint.events.join(', '),
        endpoint.payload + (endpoint.ordered ? ', in order' : ''),
        state(endpoint),
      ],
      [
        ['Deliveries', () => showDeliveries(endpoint)],
        ['Send a test', async () => {
          await call('POST', `${path}/test`);
          await showDeliveries(endpoint);
        }],
        [endpoint.enabled ? 'Disable' : 'Enable',
          again(() => call('POST', path, {enabled: !endpoint.enabled}))],
        ['New secret', again(() => call('POST', `${path}/rotate_secret`))],
        ['Delete', again(async () => {
          if (confirm(`Delete ${endpoint.url}?`)) {
            await call('DELETE', path);
          }
          return {};
        })],
      ]);
}

async function showEndpoints() {
  const number = ++asked.endpoints;
  const {data: endpoints} = await call('GET', '/webhook_endpoints');
  if (number < asked.endpoints) {
    return;
  }
  byId('endpoint-rows').replaceChildren(...endpoints.map(endpointRow));
  byId('endpoints').hidden = false;
}

function attempt({time, status, latency_ms: latency, answer, error}) {
  return `${time}: ${status ?? error}, ${latency} ms ${(answer ?? '').slice(0, 200)}`;
}

function deliveryRow(delivery) {
  const next = delivery.status === 'pending' && delivery.next_attempt_at;
  return row(
      [
        delivery.event_type,
        delivery.payment_id,
        delivery.status + (next ? `, next attempt ${next}` : ''),
        delivery.attempts.map(attempt).join('\n'),
      ],
      [['Send again', async () => {
        await call('POST', `/webhook_deliveries/${delivery.id}/resend`);
        await showDeliveries(shown);
      }]]);
}

async function showDeliveries(endpoint) {
  shown = endpoint;
  const query = new URLSearchParams({endpoint_id: endpoint.id, limit: 100});
  if (byId('status').value) {
    query.set('status', byId('status').value);
  }
  const number = ++asked.deliveries;
  const {data: deliveries} = await call('GET', `/webhook_deliveries?${query}`);
  if (number < asked.deliveries) {
    return;
  }
  byId('delivered-to').textContent = endpoint.url;
  byId('delivery-rows').replaceChildren(...deliveries.map(deliveryRow));
  byId('deliveries').hidden = false;
}

on(byId('enter'), 'submit', async () => {
  key = byId('key').value;
  await showEndpoints();
});
on(byId('add'), 'submit', async () => {
  showSecret(await call('POST', '/webhook_endpoints', {
    url: byId('url').value,
    events: byId('events').value.split(/[\s,]+/).filter(Boolean),
    payload: byId('payload').value,
    ordered: byId('ordered').checked,
  }));
  await showEndpoints();
});
on(byId('status'), 'change', () => showDeliveries(shown));
on(byId('resend-failed'), 'click', async () => {
  await call('POST', `/webhook_endpoints/${shown.id}/resend_failed`, {since: '1970-01-01T00:00:00Z'});
  await showDeliveries(shown);
});
