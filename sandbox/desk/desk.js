// The desk of the test payments: shows what there is and calls the control API. All text goes in as text, never as markup.
const part = (id) => document.getElementById(id);
const element = (name, text, more = {}) =>
  Object.assign(document.createElement(name), text === undefined ? {} : { textContent: text }, more);
const logShown = 60;
const refreshMs = 4000;

const call = async (path, body) => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`control${path}`, body === undefined ? {} : init);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error.description);
  return answer;
};

const say = (text, isWrong = false) => {
  const message = part('message');
  message.textContent = text;
  message.hidden = false;
  message.classList.toggle('wrong', isWrong);
};

const time = (seconds) =>
  new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' }).format(
    seconds * 1000,
  );
const rupees = (paise) => new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(paise / 100);

const perform = async (path, body, done) => {
  try {
    await call(path, body);
    say(done);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), true);
  }
  await refresh();
};

const button = (text, path, body, done) => {
  const made = element('button', text, { type: 'button', className: 'button' });
  made.addEventListener('click', () => void perform(path, body, done));
  return made;
};

const disputeButtons = ({ id, status }) =>
  ['open', 'under_review'].includes(status)
    ? ['won', 'lost'].map((end) =>
        button(`Dispute ${end}`, '/disputes/settle', { dispute_id: id, status: end }, `The dispute is ${end}.`),
      )
    : [];

const refundButtons = ({ id, status }) =>
  status === 'pending'
    ? ['processed', 'failed'].map((end) =>
        button(`Refund ${end}`, '/refunds/settle', { refund_id: id, status: end }, `The refund is ${end}.`),
      )
    : [];

const paymentButtons = ({ id, status }, isPayable) => {
  const late = ['Let it through late', '/late-capture', { payment_id: id }, 'The bank let the payment through.'];
  if (status === 'failed') return isPayable ? [button(...late)] : [];
  return [
    button('Dispute it', '/disputes', { payment_id: id }, 'The bank opened a chargeback.'),
    button('Ask for papers', '/disputes', { payment_id: id, phase: 'retrieval' }, 'The bank asked for papers.'),
  ];
};

const subscriptionButtons = ({ id, status, renews }) => {
  const body = { subscription_id: id };
  if (status === 'created')
    return [
      button('Pay, tell no browser', '/pay', { ...body, outcome: 'success' }, 'Paid; only webhooks tell the school.'),
      button('Fail to pay', '/pay', { ...body, outcome: 'failure' }, 'The payment failed.'),
    ];
  if (!renews) return [];
  return [
    button('Charge the next year', '/charge', { ...body, outcome: 'success' }, 'The next year is charged.'),
    button('Fail to charge it', '/charge', { ...body, outcome: 'failure' }, 'The charge failed.'),
    button('Withdraw the mandate', '/mandate/cancel', body, 'The buyer withdrew the mandate at the bank.'),
  ];
};

const line = (text) => element('p', text);

const showPurchase = (purchase) => {
  const shown = element('div', undefined, { className: 'purchase' });
  const facts = element('div');
  facts.append(line(`${purchase.id} · ${purchase.status} · ${time(purchase.created_at)}`));
  const actions = subscriptionButtons(purchase);
  for (const payment of purchase.payments) {
    facts.append(line(`${payment.id} · ${rupees(payment.amount)} ${payment.status}`));
    actions.push(...paymentButtons(payment, purchase.status === 'created'));
    for (const refund of payment.refunds) {
      facts.append(line(`${refund.id} · refund of ${rupees(refund.amount)} ${refund.status}`));
      actions.push(...refundButtons(refund));
    }
    for (const dispute of payment.disputes) {
      facts.append(line(`${dispute.id} · dispute (${dispute.phase}) ${dispute.status.replace('_', ' ')}`));
      actions.push(...disputeButtons(dispute));
    }
  }
  const row = element('div', undefined, { className: 'row' });
  row.append(...actions);
  shown.append(facts, row);
  return shown;
};

const effectOf = ({ effect, method, path_contains: path, times }) =>
  `${times} × ${effect} on ${method ?? 'any call'} ${path}`.trim();

const wordsOf = ({ kind, seq: _seq, at: _at, ...facts }) =>
  `${kind}: ${Object.values(facts)
    .filter((fact) => fact !== null && fact !== '' && typeof fact !== 'boolean')
    .join(' · ')}${facts.forged ? ' · forged' : ''}`;

let shownPurchases = '';
let lastSeq = 0;

const showLog = async () => {
  for (;;) {
    const { items } = await call(`/log?after=${lastSeq}&limit=1000`);
    for (const item of items) {
      lastSeq = item.seq;
      part('log').prepend(element('li', `${time(item.at)}  ${wordsOf(item)}`));
    }
    while (part('log').children.length > logShown) part('log').lastElementChild.remove();
    if (items.length < 1000) return;
  }
};

const fill = (state) => {
  const fields = { ...state, ...state.webhooks, delay_s: Math.round(state.webhooks.delay_ms / 1000) };
  for (const input of document.querySelectorAll('form [name]')) {
    const value = fields[input.name];
    if (value === undefined || input === document.activeElement || input.form.dataset.isTouched === 'yes') continue;
    if (input.type === 'checkbox') input.checked = value;
    else input.value = String(value);
  }
};

const refresh = async () => {
  try {
    const [state, { items }] = await Promise.all([call('/'), call('/purchases')]);
    part('now').textContent = time(state.now);
    fill(state);
    part('faults').replaceChildren(...state.faults.map((fault) => element('li', effectOf(fault))));
    const text = JSON.stringify(items);
    // Rebuilt only when something changed, so that the keyboard keeps its place.
    if (text !== shownPurchases) {
      shownPurchases = text;
      const none = element('p', 'Nobody has begun to buy yet. Open the school’s checkout page.', {
        className: 'quiet',
      });
      part('purchases').replaceChildren(...(items.length === 0 ? [none] : items.map(showPurchase)));
    }
    await showLog();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), true);
  }
};

const bodies = {
  webhooks: (form) => ({
    enabled: form.enabled.checked,
    reverse: form.reverse.checked,
    duplicates: form.duplicates.valueAsNumber,
    drop_next: form.drop_next.valueAsNumber,
    forge_next: form.forge_next.valueAsNumber,
    delay_ms: form.delay_s.valueAsNumber * 1000,
  }),
  faults: (form) => {
    const [method, path] = form.which.value.split(' ');
    return {
      effect: form.effect.value,
      times: form.times.valueAsNumber,
      ...(path === undefined ? {} : { method, path_contains: path }),
    };
  },
  switches: (form) => ({
    failing_charges: form.failing_charges.valueAsNumber,
    refunds: form.refunds.value,
    complete_at_once: form.complete_at_once.checked,
  }),
};

for (const form of document.querySelectorAll('form')) {
  const name = form.dataset.call;
  form.addEventListener('input', () => (form.dataset.isTouched = 'yes'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    form.dataset.isTouched = 'no';
    void perform(`/${name}`, bodies[name](form.elements), name === 'faults' ? 'It waits for the next call.' : 'Set.');
  });
}
for (const move of part('clock').children)
  move.addEventListener('click', () => {
    void perform('/clock', { advance_seconds: Number(move.dataset.seconds) }, 'The provider’s clock has moved.');
  });
part('reset').addEventListener('click', () => {
  for (const form of document.querySelectorAll('form')) form.dataset.isTouched = 'no';
  void perform('/reset', {}, 'Every switch is back; the clock stays where it is.');
});
await refresh();
setInterval(() => {
  if (!document.hidden) void refresh();
}, refreshMs);
