// The checkout window inside its frame. The page that framed it sends what to show, and receives how the payment ended.
// All text from outside is inserted as text, never as markup.
const marker = 'test-payment';
const part = (id) => document.getElementById(id);
const card = document.querySelector('main');

let options = null;
let isPaying = false;

const send = (type, more = {}) => window.parent.postMessage({ marker, type, ...more }, location.origin);

// The subscription or the order that is paid for.
const purchase = () => {
  const { subscriptionId, orderId } = options;
  return orderId === '' ? { subscription_id: subscriptionId } : { order_id: orderId };
};

const showMessage = (text) => {
  part('message').textContent = text;
  part('message').hidden = text === '';
};

const call = async (path, init) => {
  const response = await fetch(path, init);
  const body = await response.json();
  if (!response.ok) throw new Error(body.error.description);
  return body;
};

// Dark or light text, whichever is readable on the colour of the page.
const inkOn = (hex) => {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const level = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? '#14201f' : '#ffffff';
};

const applyTheme = (color) => {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return;
  document.documentElement.style.setProperty('--theme', color);
  document.documentElement.style.setProperty('--theme-ink', inkOn(color));
};

const show = async () => {
  const { name, description, prefill, themeColor } = options;
  applyTheme(themeColor);
  part('brand').textContent = name || 'Test shop';
  part('tile').textContent = (name || 'T').trim().slice(0, 1).toUpperCase();
  part('description').textContent = description;
  part('payer-name').textContent = prefill.name;
  part('payer-email').textContent = prefill.email;
  part('payer').hidden = prefill.name === '' && prefill.email === '';
  try {
    const query = new URLSearchParams({ key_id: options.key, ...purchase() });
    const { amount, currency, refusal } = await call(`purchase?${query}`);
    const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency });
    part('amount').textContent = format.format(amount / 100);
    part('ways').hidden = refusal !== null;
    showMessage(refusal ?? '');
  } catch (error) {
    part('amount').textContent = '';
    showMessage(error.message);
  }
  card.setAttribute('aria-busy', 'false');
  (part('ways').hidden ? part('close') : part('succeed')).focus();
};

const pay = async (method) => {
  if (isPaying || options === null) return;
  isPaying = true;
  card.classList.add('paying');
  showMessage('');
  try {
    const response = await call('pay', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        key_id: options.key,
        ...purchase(),
        ...options.prefill,
        method,
      }),
    });
    showMessage(response.error?.description ?? '');
    send(response.error === undefined ? 'success' : 'failed', { response });
  } catch (error) {
    showMessage(error.message);
  }
  card.classList.remove('paying');
  isPaying = false;
};

const keepFocusInside = (event) => {
  const elements = [...document.querySelectorAll('button, summary, input')].filter((one) => one.checkVisibility());
  const [first, last] = [elements.at(0), elements.at(-1)];
  const leaving = event.shiftKey ? first : last;
  if (document.activeElement !== leaving && document.activeElement !== document.body) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
};

const onSubmit = (form, attempt) =>
  part(form).addEventListener('submit', (event) => {
    event.preventDefault();
    void pay(attempt());
  });

window.addEventListener('message', (message) => {
  if (message.source !== window.parent || message.origin !== location.origin) return;
  if (message.data?.marker !== marker || message.data.type !== 'open' || options !== null) return;
  options = message.data.options;
  void show();
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') send('escape');
  else if (event.key === 'Tab') keepFocusInside(event);
});
document.addEventListener('click', (event) => {
  if (!card.contains(event.target)) send('backdrop');
});
part('close').addEventListener('click', () => send('close'));
part('succeed').addEventListener('click', () => void pay({ kind: 'button', outcome: 'success' }));
part('fail').addEventListener('click', () => void pay({ kind: 'button', outcome: 'failure' }));
onSubmit('card-form', () => ({ kind: 'card', number: part('card').value }));
onSubmit('upi-form', () => ({ kind: 'upi', vpa: part('upi').value }));
document.documentElement.style.setProperty('color-scheme', location.hash === '#dark' ? 'dark' : 'light');
send('ready');
