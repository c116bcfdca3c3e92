import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { api } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { anAdmin, aUser } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const SELLER = {
  name: 'Aravalli Education LLP',
  address: '4 Lake Road, Udaipur',
  gstin: '08AAGCB7383J1Z8',
  state: '',
  sac: '999294',
  gstRatePercent: 12,
};

const save = (app: TestApp, token: string, body: object) => call(app, 'PUT', '/admin/settings/seller', { token, body });

const read = async (app: TestApp, token: string) =>
  api.settings.get.response.parse((await call(app, 'GET', '/admin/settings', { token })).body).settings.seller;

/** Buys at the sandbox, over HTTP. */
const buy = async (app: TestApp, origin: string): Promise<void> => {
  const { token } = await aUser(app);
  const started = await call(app, 'POST', '/payments/subscribe', { token, body: { state: 'Kerala' } });
  const payment = { subscription_id: started.body['subscription_id'], outcome: 'success' };
  const paid = await fetch(`${origin}/sandbox/control/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payment),
  });
  const proof = z.record(z.string(), z.json()).parse(await paid.json());
  expect((await call(app, 'POST', '/payments/verify', { token, body: proof })).status).toBe(200);
  await app.jobs.runDue('accounting');
};

const documents = async (app: TestApp) => {
  const rows = await app.database.db.selectFrom('receipts').select('document').orderBy('number').execute();
  return rows.map(({ document }): unknown => JSON.parse(document));
};

describe('the seller', () => {
  it('begins without GST, and is named on the next documents of every process once it is saved', async () => {
    await using app = await startApp();
    await using further = await app.another();
    const origin = await app.listen();
    const { token } = await anAdmin(app);
    expect(await read(app, token)).toEqual({
      values: { name: '', address: '', gstin: '', state: '', sac: '999293', gstRatePercent: 18 },
      environment: {},
    });
    await buy(app, origin);
    const before = await documents(app);
    expect(before).toMatchObject([
      { kind: 'receipt', seller: { name: 'Lectern', address: null, gstin: null, state: null }, tax: null },
    ]);
    const asksBuyerState = async () => (await call(further, 'GET', '/site')).body['site'];
    expect(await asksBuyerState()).toMatchObject({ asksBuyerState: false });
    expect((await save(app, token, SELLER)).status).toBe(200);
    await expect.poll(asksBuyerState).toMatchObject({ asksBuyerState: true });
    await buy(app, origin);
    const [invoice, receipt] = await documents(app);
    expect(receipt).toEqual(before[0]);
    expect(invoice).toMatchObject({
      kind: 'tax_invoice',
      seller: {
        name: 'Aravalli Education LLP',
        address: '4 Lake Road, Udaipur',
        gstin: '08AAGCB7383J1Z8',
        state: 'Rajasthan',
      },
      tax: { sac: '999294', ratePercent: 12 },
    });
  });

  it('is not saved with a value that no document may have', async () => {
    await using app = await startApp();
    const { token } = await anAdmin(app);
    const refusals: [object, string, string][] = [
      [{ gstin: '08AAGCB7383J1Z9' }, 'gstin', 'This is not a GSTIN. Check each of its 15 characters.'],
      [{ gstin: '99AAGCB7383J1ZX' }, 'state', 'Choose a state'],
      [{ state: 'Kathmandu' }, 'state', 'Choose a state'],
      [{ sac: '12' }, 'sac', 'Enter 4 to 8 digits'],
      [{ gstRatePercent: 101 }, 'gstRatePercent', 'Enter a whole number from 0 to 100'],
      [{ gstRatePercent: 12.5 }, 'gstRatePercent', 'Enter a whole number from 0 to 100'],
    ];
    for (const [fields, path, message] of refusals)
      expect(await save(app, token, { ...SELLER, ...fields })).toMatchObject({
        status: 400,
        body: { details: [{ path, message }] },
      });
    expect((await save(app, token, { ...SELLER, gstin: '99AAGCB7383J1ZX', state: 'Goa' })).status).toBe(200);
  });

  it('is what the environment sets, in the fields that it sets', async () => {
    await using app = await startApp({ SELLER_NAME: 'Kiln & Loom', SELLER_STATE: '29', GST_RATE_PERCENT: '5' });
    const { token } = await anAdmin(app);
    expect(await read(app, token)).toEqual({
      values: { name: 'Kiln & Loom', address: '', gstin: '', state: 'Karnataka', sac: '999293', gstRatePercent: 5 },
      environment: { name: 'SELLER_NAME', state: 'SELLER_STATE', gstRatePercent: 'GST_RATE_PERCENT' },
    });
    expect(await save(app, token, SELLER)).toMatchObject({
      status: 409,
      body: { code: 'setting_fixed', details: [{ path: 'name' }, { path: 'state' }, { path: 'gstRatePercent' }] },
    });
  });
});
