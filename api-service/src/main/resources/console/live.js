// Follows a payment: shows its page anew when it has changed, or says so where somebody is typing.
const sign = () => document.querySelector('[data-live]');
const source = new EventSource(sign().dataset.live);
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

source.addEventListener('changed', async (event) => {
  latest += 1;
  const mine = latest;
  const main = isBusy() ? null : await load();
  if (mine !== latest) {
    return;
  }
  if (main === null || isBusy()) {
    say(event.data);
  } else {
    document.querySelector('main').replaceChildren(...main.childNodes);
  }
});

// A stream ends with the session, and after a while: the page stays as it is.
source.addEventListener('error', () => source.close());
