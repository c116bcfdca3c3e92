// The inside of the test payment window. It learns what to show by a message from the page that framed it, and tells that
// page how the payment ended. All text from outside goes in as text, never as markup.
const marker = 'test-payment';
const part = (id) => document.getElementById(id);
const card = document.querySelector('main');

let options = null;
let paying = false;

const tell = (type, more = {}) => window.parent.postMessage({ marker, type, ...more }, location.origin);

const say = (text) => {
  part('message').textContent = text;
  part('message').hidden = text === '';
};

const rupees = (amountInPaise, currency) =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency }).format(amountInPaise / 100);

const call = async (path, init) => {
  const response = await fetch(path, init);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error.description);
  return answer;
};

// Dark or light words, whichever can be read on the page's own colour.
const inkOn = (hex) => {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const level = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? '#14201f' : '#ffffff';
};

const paint = (color) => {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return;
  document.documentElement.style.setProperty('--theme', color);
  document.documentElement.style.setProperty('--theme-ink', inkOn(color));
};

const show = async () => {
  const { name, description, prefill, themeColor } = options;
  paint(themeColor);
  part('brand').textContent = name || 'Test shop';
  part('tile').textContent = (name || 'T').trim().slice(0, 1).toUpperCase();
  part('description').textContent = description;
  part('payer-name').textContent = prefill.name;
  part('payer-email').textContent = prefill.email;
  part('payer').hidden = prefill.name === '' && prefill.email === '';
  try {
    const query = new URLSearchParams({ key_id: options.key, subscription_id: options.subscriptionId });
    const subscription = await call(`subscription?${query}`);
    part('amount').textContent = rupees(subscription.amount, subscription.currency);
    part('ways').hidden = subscription.refusal !== null;
    say(subscription.refusal ?? '');
  } catch (error) {
    part('amount').textContent = '';
    say(error instanceof Error ? error.message : String(error));
  }
  card.setAttribute('aria-busy', 'false');
  (part('ways').hidden ? part('close') : part('succeed')).focus();
};

const pay = async (by) => {
  if (paying || options === null) return;
  paying = true;
  card.classList.add('paying');
  say('');
  try {
    const answer = await call('pay', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key_id: options.key, subscription_id: options.subscriptionId, ...options.prefill, by }),
    });
    if (answer.error === undefined) tell('success', { response: answer });
    else {
      say(answer.error.description);
      tell('failed', { response: answer });
    }
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
  card.classList.remove('paying');
  paying = false;
};

const focusable = () =>
  [...document.querySelectorAll('button, summary, input')].filter((element) => element.checkVisibility());

const keepFocusInside = (event) => {
  const elements = focusable();
  const [first, last] = [elements.at(0), elements.at(-1)];
  const leaving = event.shiftKey ? first : last;
  if (document.activeElement !== leaving && document.activeElement !== document.body) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
};

window.addEventListener('message', (message) => {
  if (message.source !== window.parent || message.origin !== location.origin) return;
  if (message.data?.marker !== marker || message.data.type !== 'open' || options !== null) return;
  options = message.data.options;
  void show();
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') tell('escape');
  else if (event.key === 'Tab') keepFocusInside(event);
});
document.addEventListener('click', (event) => {
  if (!card.contains(event.target)) tell('backdrop');
});
part('close').addEventListener('click', () => tell('close'));
part('succeed').addEventListener('click', () => void pay({ kind: 'button', outcome: 'success' }));
part('fail').addEventListener('click', () => void pay({ kind: 'button', outcome: 'failure' }));
part('card-form').addEventListener('submit', (event) => {
  event.preventDefault();
  void pay({ kind: 'card', number: part('card').value });
});
part('upi-form').addEventListener('submit', (event) => {
  event.preventDefault();
  void pay({ kind: 'upi', vpa: part('upi').value });
});
document.documentElement.style.setProperty('color-scheme', location.hash === '#dark' ? 'dark' : 'light');
tell('ready');
