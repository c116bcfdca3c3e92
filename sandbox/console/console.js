// The test console: shows the sandbox's purchases and calls the control API. All text is inserted as text, never as markup.
const part = (id) => document.getElementById(id);
const forms = document.querySelectorAll('form');
const maxLogLines = 60;
const refreshMs = 4000;

const element = (name, content, properties = {}) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...[content].flat());
  return made;
};

const call = async (path, body) => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`control${path}`, body === undefined ? {} : init);
  const result = await response.json();
  if (!response.ok) throw new Error(result.error.description);
  return result;
};

const showMessage = (text, isError = false) => {
  const message = part('message');
  message.textContent = text;
  message.hidden = false;
  message.classList.toggle('error', isError);
};

const timeFormat = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});
const time = (seconds) => timeFormat.format(seconds * 1000);
const rupees = (paise) => new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(paise / 100);

const perform = async (path, body, done) => {
  try {
    await call(path, body);
    showMessage(done);
  } catch (error) {
    showMessage(error.message, true);
  }
  await refresh();
};

const button = (text, path, body, done) => {
  const made = element('button', text, { type: 'button', className: 'button' });
  made.addEventListener('click', () => void perform(path, body, done));
  return made;
};

const isUnpaid = (status) => ['created', 'attempted'].includes(status);

const purchaseButtons = ({ id, status, renews }) => {
  const name = id.startsWith('order_') ? 'order_id' : 'subscription_id';
  const [success, failure] = ['success', 'failure'].map((outcome) => ({ [name]: id, outcome }));
  if (isUnpaid(status))
    return [
      button('Pay without the browser', '/pay', success, 'Paid. Only webhooks report it to the school.'),
      button('Fail to pay', '/pay', failure, 'The payment failed.'),
    ];
  if (!renews) return [];
  return [
    button('Charge the next year', '/charge', success, 'The next year is charged.'),
    button('Fail to charge it', '/charge', failure, 'The charge failed.'),
    button('Withdraw the mandate', '/mandate/cancel', { subscription_id: id }, 'The buyer withdrew the mandate.'),
  ];
};

const paymentButtons = ({ id, status }, isPayable) => {
  const body = { payment_id: id };
  if (status === 'captured')
    return [
      button('Dispute it', '/disputes', body, 'The bank opened a chargeback.'),
      button('Request documents', '/disputes', { ...body, phase: 'retrieval' }, 'The bank requested documents.'),
    ];
  return isPayable ? [button('Capture late', '/late-capture', body, 'The bank accepted the payment.')] : [];
};

const settleButtons = (kind, id, statuses) =>
  statuses.map((status) =>
    button(
      `${kind} ${status}`,
      `/${kind.toLowerCase()}s/settle`,
      { [`${kind.toLowerCase()}_id`]: id, status },
      'Done.',
    ),
  );

const showPurchase = (purchase) => {
  const lines = [`${purchase.id} · ${purchase.status} · ${time(purchase.created_at)}`];
  const buttons = purchaseButtons(purchase);
  for (const payment of purchase.payments) {
    lines.push(`${payment.id} · ${rupees(payment.amount)} ${payment.status}`);
    buttons.push(...paymentButtons(payment, isUnpaid(purchase.status)));
    for (const { id, amount, status } of payment.refunds) {
      lines.push(`${id} · refund of ${rupees(amount)} ${status}`);
      if (status === 'pending') buttons.push(...settleButtons('Refund', id, ['processed', 'failed']));
    }
    for (const { id, phase, status } of payment.disputes) {
      lines.push(`${id} · dispute (${phase}) ${status.replace('_', ' ')}`);
      if (['open', 'under_review'].includes(status)) buttons.push(...settleButtons('Dispute', id, ['won', 'lost']));
    }
  }
  const details = lines.map((line) => element('p', line));
  const row = element('div', buttons, { className: 'row' });
  return element('div', [element('div', details), row], { className: 'purchase' });
};

let shownPurchases = '';

// Rebuilt only after a change, so that the keyboard focus stays where it is.
const showPurchases = (items) => {
  const text = JSON.stringify(items);
  if (text === shownPurchases) return;
  shownPurchases = text;
  const none = element('p', 'No purchases yet. Open the school’s checkout page.', { className: 'quiet' });
  part('purchases').replaceChildren(...(items.length === 0 ? [none] : items.map(showPurchase)));
};

let lastSeq = 0;

const describe = ({ seq: _seq, at, kind, forged, ...details }) => {
  const values = Object.values(details).filter((value) => value !== null && value !== '');
  return `${time(at)}  ${kind}: ${[...values, ...(forged ? ['forged'] : [])].join(' · ')}`;
};

const showLog = async () => {
  const { items } = await call(`/log?after=${lastSeq}&limit=1000`);
  lastSeq = items.at(-1)?.seq ?? lastSeq;
  part('log').prepend(
    ...items
      .slice(-maxLogLines)
      .toReversed()
      .map((item) => element('li', describe(item))),
  );
  while (part('log').children.length > maxLogLines) part('log').lastElementChild.remove();
  if (items.length === 1000) await showLog();
};

const showSwitches = (state) => {
  part('now').textContent = time(state.now);
  const faults = state.faults.map(({ effect, method, path_contains: path, times }) =>
    element('li', `${times} × ${effect} on ${method ?? 'any call'} ${path}`),
  );
  part('faults').replaceChildren(...faults);
  const values = { ...state, ...state.webhooks, delay_s: Math.round(state.webhooks.delay_ms / 1000) };
  for (const form of forms) {
    if (form.dataset.isEdited === 'yes') continue;
    for (const input of form.querySelectorAll('[name]')) {
      const value = values[input.name];
      if (value === undefined || input === document.activeElement) continue;
      if (input.type === 'checkbox') input.checked = value;
      else input.value = value;
    }
  }
};

const refresh = async () => {
  try {
    const [state, { items }] = await Promise.all([call('/'), call('/purchases')]);
    showSwitches(state);
    showPurchases(items);
    await showLog();
  } catch (error) {
    showMessage(error.message, true);
  }
};

const valueOf = (input) => {
  if (input.type === 'checkbox') return input.checked;
  return input.type === 'number' ? input.valueAsNumber : input.value;
};

const bodyOf = (form) => {
  const inputs = [...form.querySelectorAll('[name]')];
  const { delay_s: delaySeconds, which, ...body } = Object.fromEntries(inputs.map((one) => [one.name, valueOf(one)]));
  const [method, path] = which?.split(' ') ?? [];
  return {
    ...body,
    ...(delaySeconds === undefined ? {} : { delay_ms: delaySeconds * 1000 }),
    ...(path === undefined ? {} : { method, path_contains: path }),
  };
};

for (const form of forms) {
  form.addEventListener('input', () => (form.dataset.isEdited = 'yes'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    form.dataset.isEdited = 'no';
    const { call: name } = form.dataset;
    void perform(`/${name}`, bodyOf(form), name === 'faults' ? 'The fault waits for the next call.' : 'Set.');
  });
}
for (const step of part('clock').children)
  step.addEventListener('click', () => {
    void perform('/clock', { advance_seconds: Number(step.dataset.seconds) }, 'The clock has moved.');
  });
part('reset').addEventListener('click', () => {
  for (const form of forms) form.dataset.isEdited = 'no';
  void perform('/reset', {}, 'All switches are reset. The clock stays.');
});
await refresh();
setInterval(() => {
  if (!document.hidden) void refresh();
}, refreshMs);
