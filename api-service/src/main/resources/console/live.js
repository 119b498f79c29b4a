// Follows a payment: shows its page anew when it has changed, or says so where somebody is typing.
const sign = () => document.querySelector('[data-live]');
const pauses = [2_000, 5_000, 15_000, 60_000];
const longEnough = 60_000;
const end = Date.now() + 600_000;
let latest = 0;

const isBusy = () => {
  const main = document.querySelector('main');
  const focused = document.activeElement;
  return (focused !== main && main.contains(focused))
    || Array.from(main.querySelectorAll('input:not([type=hidden])'))
      .some((field) => field.value !== field.defaultValue);
};

const load = async () => {
  try {
    const answer = await fetch(location.pathname);
    return answer.ok && !answer.redirected
      ? new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main')
      : null;
  } catch {
    return null;
  }
};

const say = (time) => {
  const link = document.createElement('a');
  link.href = location.pathname;
  link.textContent = 'show';
  sign().replaceChildren(`Changed at ${time} UTC – `, link);
};

const show = async (time) => {
  latest += 1;
  const mine = latest;
  const main = isBusy() ? null : await load();
  if (mine !== latest) {
    return;
  }
  if (main === null || isBusy()) {
    say(time);
  } else {
    document.querySelector('main').replaceChildren(...main.childNodes);
  }
};

// Reads a stream to its end. False: its answer says that another try is of no use.
const follow = async () => {
  const answer = await fetch(sign().dataset.live,
    { redirect: 'manual', headers: { accept: 'text/event-stream' } });
  if (!answer.ok) {
    // The session has ended (a redirect), or there are too many streams (429).
    return answer.status >= 500;
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const events = (text + part.value).split('\n\n');
    text = events.pop();
    events.map((event) => /^event: changed\ndata: (.*)$/.exec(event))
      .filter((event) => event !== null)
      .forEach(([, time]) => show(time));
  }
  return true;
};

// A stream that breaks off, as when the server restarts, is opened again; the page stays as it is.
let failures = 0;
for (let goesOn = true; goesOn;) {
  const begun = Date.now();
  try {
    goesOn = await follow();
  } catch {
    // Nobody answers, or the connection was lost.
  }
  failures = Date.now() - begun < longEnough ? failures : 0;
  const pause = pauses[Math.min(failures, pauses.length - 1)];
  failures += 1;
  goesOn = goesOn && Date.now() + pause < end;
  if (goesOn) {
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
