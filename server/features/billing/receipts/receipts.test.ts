import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { openBilling } from '#test/billing/open-billing.ts';
import { createPdf } from '#server/pdf/pdf.ts';
import type { Sheet } from '#server/pdf/sheet.ts';
import { createProcessPool } from '#server/processes/process-pool.ts';
import { openEmailFolder, emailFolderOf } from '#server/email/email-folder.ts';
import { ReceiptDocument } from './document.ts';
import { splitTax } from './tax.ts';

type Money = Awaited<ReturnType<typeof openBilling>>;

const GST = { SELLER_NAME: 'Kiln & Loom', SELLER_GSTIN: '29ABCDE1234F1Z5' };
const Purchases = z.object({
  purchases: z.array(
    z.object({ receipts: z.array(z.object({ number: z.string(), kind: z.string(), amountInPaise: z.int() })) }),
  ),
});

const documentsOf = async (money: Money): Promise<ReceiptDocument[]> => {
  const rows = await money.database.db.selectFrom('receipts').select('document').orderBy('number').execute();
  return rows.map(({ document }) => ReceiptDocument.parse(JSON.parse(document)));
};

const download = (money: Money, who: string, number: string): Promise<Response> =>
  fetch(`${money.origin}/api/v1/payments/receipts/${number}`, { headers: { authorization: `Bearer ${who}` } });

/** A billing whose drawn documents can be read. */
const openDrawnBilling = async () => {
  const drawing = createPdf();
  onTestFinished(() => drawing.close());
  const drawn: Sheet[] = [];
  const draw: typeof drawing.draw = (sheet, owner) => {
    if ('parts' in sheet) drawn.push(sheet);
    return drawing.draw(sheet, owner);
  };
  return { money: await openBilling({ pdf: { ...drawing, draw, close: async () => undefined } }), drawn };
};

const rowsOf = (sheet?: Sheet) => (sheet?.parts ?? []).flatMap((part) => (part.kind === 'rows' ? part.rows : []));

describe('tax inside a price', () => {
  it.each([
    [49_900, 18, true, [42_288, 3806, 3806, 0]],
    [49_900, 18, false, [42_288, 0, 0, 7612]],
    [10_001, 18, true, [8475, 763, 763, 0]],
    [100, 5, false, [95, 0, 0, 5]],
    [49_900, 0, true, [49_900, 0, 0, 0]],
  ])('is exact for %i paise at %i %%, same state: %s', (total, rate, isSameState, parts) => {
    const { taxableInPaise, cgstInPaise, sgstInPaise, igstInPaise } = splitTax(total, rate, isSameState);
    expect([taxableInPaise, cgstInPaise, sgstInPaise, igstInPaise]).toEqual(parts);
    expect(taxableInPaise + cgstInPaise + sgstInPaise + igstInPaise).toBe(total);
  });
});

describe('receipts', () => {
  it('are issued once the payment has committed, and not with the next look for jobs', async () => {
    const money = await openBilling();
    const buyers = await Promise.all(Array.from({ length: 5 }, () => money.aUser()));
    const proofs = new Map<string, object>();
    for (const buyer of buyers) proofs.set(buyer, await money.paid(buyer));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    money.jobs.start();
    onTestFinished(() => money.jobs.stop());
    const verify = async ([buyer, proof]: [string, object]): Promise<void> => {
      const headers = { authorization: `Bearer ${buyer}`, 'content-type': 'application/json' };
      const body = JSON.stringify(proof);
      const response = await fetch(`${money.origin}/api/v1/payments/verify`, { method: 'POST', headers, body });
      expect(response.status).toBe(200);
    };
    await Promise.all([...proofs].map(verify));
    await expect.poll(() => documentsOf(money)).toHaveLength(5);
  });

  it(
    'are numbered without gaps per financial year, emailed once, and visible to their buyer and admins only',
    { tags: ['ADD-13'] },
    async () => {
      // The financial year begins in India, also for a school whose clocks go by another zone.
      const money = await openBilling({ settings: { TIME_ZONE: 'America/New_York' } });
      const other = await money.another();
      const [first, second, admin] = [await money.aUser(), await money.aUser(), await money.aUser('ADMIN')];
      const triple = await money.buy(first);
      await Promise.all([money.call(first, 'POST', '/verify', triple), other.call(first, 'POST', '/verify', triple)]);
      await money.buy(second);
      money.clock.set(Date.UTC(2027, 2, 31, 18, 29));
      await money.buy(await money.aUser());
      money.clock.set(Date.UTC(2027, 2, 31, 18, 30));
      await money.buy(await money.aUser());
      const numbers = (await documentsOf(money)).map(({ number }) => number);
      expect(numbers).toEqual(['TR2627-000001', 'TR2627-000002', 'TR2627-000003', 'TR2728-000001']);
      expect((await money.call(first, 'GET', '/mine')).body).toMatchObject({
        purchases: [
          { status: 'paid', receipts: [{ number: 'TR2627-000001', kind: 'receipt', amountInPaise: 49_900 }] },
        ],
      });

      const responses = await Promise.all([first, admin, second].map((who) => download(money, who, 'TR2627-000001')));
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 404]);
      expect(responses[0]?.headers.get('content-type')).toBe('application/pdf');
      expect(responses[0]?.headers.get('content-disposition')).toBe('attachment; filename="TR2627-000001.pdf"');
      expect(await responses[0]?.text()).toMatch(/^%PDF-1\.\d[^]*%%EOF\s*$/);
      const emails = await money.database.db.selectFrom('notices').select('content').execute();
      expect(emails.filter(({ content }) => content.includes('TR2627-000001'))).toHaveLength(1);
    },
  );

  it('keep their days when the school moves to another time zone', async () => {
    const money = await openBilling({ settings: { TIME_ZONE: 'Asia/Kolkata' } });
    const buyer = await money.aUser();
    // Half past midnight in India, and the day before in America.
    money.clock.set(Date.UTC(2026, 5, 15, 19, 0));
    await money.buy(buyer);
    const [number = ''] = (await documentsOf(money)).map((document) => document.number);
    const pdfOf = async (place: Money): Promise<string> => (await download(place, buyer, number)).text();
    const moved = await money.another({ TIME_ZONE: 'America/New_York' });
    expect(await pdfOf({ ...money, origin: moved.origin })).toBe(await pdfOf(money));
  });

  it("are tax invoices if a GSTIN is set: the buyer's state decides how the tax is split", async () => {
    const money = await openBilling({ settings: GST });
    const [near, far] = [await money.aUser(), await money.aUser()];
    expect(await money.call(near, 'POST', '/subscribe')).toMatchObject({
      status: 400,
      body: { message: 'Please choose the state you live in' },
    });
    for (const [user, state] of [
      [near, 'Karnataka'],
      [far, 'Kerala'],
    ] as const) {
      const { body } = await money.call(user, 'POST', '/subscribe', { state });
      const triple = await money.pay(z.string().parse(body['subscription_id']));
      await money.call(user, 'POST', '/verify', triple);
    }
    const split = (await documentsOf(money)).map(({ number, seller, buyer, tax }) => [
      number,
      seller.state,
      buyer.state,
      tax?.taxableInPaise,
      tax?.cgstInPaise,
      tax?.sgstInPaise,
      tax?.igstInPaise,
    ]);
    expect(split).toEqual([
      ['TI2627-000001', 'Karnataka', 'Karnataka', 42_288, 3806, 3806, 0],
      ['TI2627-000002', 'Karnataka', 'Kerala', 42_288, 0, 0, 7612],
    ]);
    expect(await (await download(money, far, 'TI2627-000002')).text()).toMatch(/^%PDF/);
  });

  it('are made out to a business whose GSTIN names the state, and stay as they were issued', async () => {
    const money = await openBilling({ settings: GST });
    const user = await money.aUser();
    const business = { gstin: ' 27aapfu0939f1zv ', name: 'Umbrella Works', address: '12 Mill Road\nPune 411001' };
    const refused = await money.call(user, 'POST', '/subscribe', {
      business: { ...business, gstin: '27AAPFU0939F1ZW' },
    });
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'business.gstin' }] } });
    const { body } = await money.call(user, 'POST', '/subscribe', { state: 'Karnataka', business });
    const triple = await money.pay(z.string().parse(body['subscription_id']));
    await money.call(user, 'POST', '/verify', triple);
    const issued = {
      number: 'TI2627-000001',
      buyer: {
        name: 'Umbrella Works',
        state: 'Maharashtra',
        business: { gstin: '27AAPFU0939F1ZV', address: '12 Mill Road\nPune 411001' },
      },
      tax: { taxableInPaise: 42_288, cgstInPaise: 0, sgstInPaise: 0, igstInPaise: 7612 },
    };
    expect(await documentsOf(money)).toMatchObject([issued]);
    expect(await (await download(money, user, 'TI2627-000001')).text()).toMatch(/^%PDF/);

    await money.database.db.updateTable('payment_attempts').set({ buyer_name: 'Another' }).execute();
    await money.call(user, 'POST', '/unsubscribe');
    await money.reconcile();
    expect(await documentsOf(money)).toMatchObject([{ ...issued, number: 'TC2627-000001' }, issued]);
  });

  it('are followed by a credit note of its own series when the refund is processed, also with a name in Devanagari', async () => {
    const money = await openBilling();
    const user = await money.aUser();
    await money.database.db
      .updateTable('users')
      .set({ full_name: 'सारथी विद्यार्थी ₹' })
      .where('id', '=', user)
      .execute();
    const { razorpay_payment_id: paymentId } = await money.buy(user);
    await money.control('/switches', { refunds: 'pending' });
    await money.call(user, 'POST', '/unsubscribe');
    expect(await documentsOf(money)).toHaveLength(1);
    expect((await money.call(user, 'GET', '/mine')).body).toMatchObject({
      purchases: [{ status: 'refund_pending', refunds: [{ state: 'initiated', amountInPaise: 49_900 }] }],
    });
    const [refund] = await money.rows.refunds();
    await money.control('/refunds/settle', { refund_id: refund?.provider_refund_id, status: 'processed' });
    money.clock.advance(DAY_MS);
    await money.reconcile();
    await money.reconcile();
    const { purchases } = Purchases.parse((await money.call(user, 'GET', '/mine')).body);
    expect(purchases[0]?.receipts.map(({ number }) => number)).toEqual(['TR2627-000001', 'TC2627-000001']);
    const note = (await documentsOf(money)).find(({ kind }) => kind === 'credit_note');
    expect(note).toMatchObject({
      payment: { id: paymentId },
      refund: { ofNumber: 'TR2627-000001', ofDate: Date.UTC(2026, 5, 15, 4, 30) },
    });
    const pdf = Buffer.from(await (await download(money, user, 'TC2627-000001')).arrayBuffer());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.length).toBeLessThan(60_000);
  });

  it('are attached to their emails, whose subjects name the school and the amount', async () => {
    const money = await openBilling();
    await money.buy(await money.aUser());
    await money.jobs.runDue();
    const folder = openEmailFolder(emailFolderOf(money.config.dataDir));
    const { emails } = await folder.list({ limit: 1, offset: 0, search: 'Your receipt' });
    expect(emails).toMatchObject([{ subject: 'Your receipt from Lectern: ₹499' }]);
    const eml = await readFile(join(emailFolderOf(money.config.dataDir), `${emails[0]?.id}.eml`), 'latin1');
    const [, attached = ''] = /filename=TR2627-000001\.pdf[^]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(eml) ?? [];
    expect(Buffer.from(attached, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
    expect(eml.length).toBeLessThan(120_000);
  });

  it('for a gift are emailed with the day that the gift is sent, or that it was', async () => {
    const money = await openBilling();
    const giver = await money.aUser();
    const receiptOf = async (sendOn?: string): Promise<string | undefined> => {
      const gift = { name: 'Anil Kumar', email: 'anil@example.in', message: '', sendOn };
      const { body } = await money.call(giver, 'POST', '/subscribe', { gift });
      await money.call(giver, 'POST', '/verify', await money.pay(z.string().parse(body['subscription_id'])));
      await money.jobs.runDue();
      const folder = openEmailFolder(emailFolderOf(money.config.dataDir));
      const { emails } = await folder.list({ limit: 1, offset: 0, search: 'Your receipt' });
      return /^Thank you.*$/m.exec((await folder.find(emails[0]?.id ?? ''))?.text ?? '')?.[0];
    };
    const sent = 'Thank you. We’ve emailed your gift to Anil Kumar. Your profile shows when it is redeemed.';
    const scheduled = (day: string) =>
      `Thank you for your gift to Anil Kumar. We’ll email it on ${day}. Your profile shows when it is redeemed.`;
    expect(await receiptOf()).toBe(sent);
    money.clock.advance(1);
    expect(await receiptOf('2026-12-03')).toBe(scheduled('3 December 2026'));
    // Ten in the morning of that day.
    money.clock.advance(1);
    expect(await receiptOf('2026-06-15')).toBe(sent);
    money.clock.set(Date.parse('2026-06-16T01:00:00.000Z'));
    expect(await receiptOf('2026-06-16')).toBe(scheduled('16 June 2026'));
  });

  it('keep the currency symbol that they were issued with, and so do their credit notes', async () => {
    const money = await openBilling();
    const [first, second] = [await money.aUser(), await money.aUser()];
    await money.buy(first);
    const renamed = await money.another({ CURRENCY_SYMBOL: 'Rs.' });
    await renamed.call(second, 'POST', '/verify', await money.paid(second));
    expect((await renamed.call(first, 'POST', '/unsubscribe')).status).toBe(200);
    await renamed.reconcile();
    const symbols = (await documentsOf(money)).map(({ number, currencySymbol }) => [number, currencySymbol]);
    expect(symbols).toEqual([
      ['TC2627-000001', '₹'],
      ['TR2627-000001', '₹'],
      ['TR2627-000002', 'Rs.'],
    ]);
    await money.jobs.runDue('email');
    const emails = await money.database.db.selectFrom('sent_emails').select('subject').orderBy('subject').execute();
    expect(emails.map(({ subject }) => subject)).toEqual([
      'Your receipt from Lectern: Rs.499',
      'Your receipt from Lectern: ₹499',
      'Your refund from Lectern: ₹499',
    ]);
  });

  it('are in the language of the school with that of the buyer below, and stay so', async () => {
    const { money, drawn } = await openDrawnBilling();
    const [buyer, admin] = [await money.aUser(), await money.aUser('ADMIN')];
    const chooseLanguages = (language: string, others: string[]) =>
      money.database.transaction((tx) => money.settings.change(tx, 'languages', { language, others, former: [] }));
    await chooseLanguages('hi', ['en']);
    await money.database.db.updateTable('users').set({ language: 'en' }).where('id', '=', buyer).execute();
    await money.buy(buyer);
    await chooseLanguages('en', []);
    expect((await money.call(buyer, 'POST', '/unsubscribe')).status).toBe(200);
    await money.reconcile();
    await money.buy(await money.aUser());

    expect((await documentsOf(money)).map(({ number, languages }) => [number, languages])).toEqual([
      ['TC2627-000001', ['hi', 'en']],
      ['TR2627-000001', ['hi', 'en']],
      ['TR2627-000002', ['en']],
    ]);
    for (const number of ['TR2627-000001', 'TC2627-000001', 'TR2627-000002'])
      expect((await download(money, admin, number)).status).toBe(200);
    const sheets = new Map(drawn.map((sheet) => [sheet.title, sheet]));
    expect([...sheets.keys()]).toEqual([
      'भुगतान की रसीद TR2627-000001',
      'रिफ़ंड नोट TC2627-000001',
      'Payment receipt TR2627-000002',
    ]);
    expect(rowsOf(sheets.get('भुगतान की रसीद TR2627-000001'))).toEqual(
      expect.arrayContaining([
        [['नंबर', 'Number'], 'TR2627-000001'],
        [['तारीख़', 'Date'], '15 जून 2026 को 10:00 बजे'],
        [
          ['अवधि', 'Period'],
          ['15 जून 2026 से 15 जून 2027 तक', '15 June 2026 to 15 June 2027'],
        ],
      ]),
    );
    expect(rowsOf(sheets.get('Payment receipt TR2627-000002'))).toContainEqual([
      'Period',
      '15 June 2026 to 15 June 2027',
    ]);
  });

  it('say what was bought in each language, in English for one that a later version lacks', async () => {
    const { money, drawn } = await openDrawnBilling();
    const buyer = await money.aUser();
    await money.buy(buyer);
    const [issued] = await documentsOf(money);
    const plan = { name: 'Foundation', term: { unit: 'month', count: 6 } };
    const document = JSON.stringify({ ...issued, plan, parts: { from: 1, to: 2, of: 3 }, languages: ['xx', 'hi'] });
    await money.database.db.updateTable('receipts').set({ document }).execute();
    expect((await download(money, buyer, 'TR2627-000001')).status).toBe(200);
    expect(rowsOf(drawn[0])).toContainEqual([
      ['Item', 'विवरण'],
      ['Foundation – 6 months, parts 1 to 2 of 3', 'Foundation – 6 महीने, 3 में से किस्त 1 से 2'],
    ]);
  });

  it('are drawn for every name, and one that cannot be drawn stops nothing else', async () => {
    const drawing = createPdf();
    const pool = createProcessPool('test/hostile-program.ts');
    onTestFinished(async () => {
      await Promise.all([drawing.close(), pool.close()]);
    });
    const looping = createPdf({
      ...pool,
      run: (task) => pool.run({ ...task, input: { behaviour: 'loop' }, cpuMs: 1000 }),
    });
    let hasLoop = false;
    const money = await openBilling({
      pdf: {
        ...drawing,
        draw: (...sheet) => (hasLoop ? looping : drawing).draw(...sheet),
        close: async () => undefined,
      },
    });
    const user = await money.aUser();
    await money.database.db.updateTable('users').set({ full_name: 'सारथी वर्मा' }).where('id', '=', user).execute();
    await money.buy(user);
    const receipt = await download(money, user, 'TR2627-000001');
    expect([receipt.status, (await receipt.text()).slice(0, 5)]).toEqual([200, '%PDF-']);

    hasLoop = true;
    await money.buy(await money.aUser());
    const admin = await money.aUser('ADMIN');
    let isDrawing = true;
    const drawn = download(money, admin, 'TR2627-000002').finally(() => (isDrawing = false));
    expect((await money.call(user, 'GET', '/mine')).status).toBe(200);
    expect(isDrawing).toBe(true);
    const failed = await drawn;
    expect([failed.status, await failed.json()]).toEqual([
      500,
      { success: false, message: 'The PDF could not be created. Please contact the school.', code: 'pdf_not_drawn' },
    ]);
    hasLoop = false;
    expect((await download(money, admin, 'TR2627-000002')).status).toBe(200);
  });
});

it.each([
  ['Karnataka', ['cgstInPaise', 'sgstInPaise', 'taxableInPaise']],
  ['Kerala', ['igstInPaise', 'taxableInPaise']],
] as const)('credit notes of %s add up to their invoice, however the refunds are cut', async (state, parts) => {
  const money = await openBilling({ settings: GST });
  const [buyer, admin] = [await money.aUser(), await money.aUser('ADMIN')];
  const { body } = await money.call(buyer, 'POST', '/subscribe', { state });
  const { razorpay_payment_id: paymentId, ...proof } = await money.pay(z.string().parse(body['subscription_id']));
  await money.call(buyer, 'POST', '/verify', { razorpay_payment_id: paymentId, ...proof });
  for (const amountInPaise of [10_003, 103, 107, 9999, 14_999, undefined]) {
    expect(await money.refund(admin, paymentId, { reason: 'A part', amountInPaise })).toMatchObject({ status: 200 });
    money.clock.advance(1000);
    await money.jobs.runDue();
  }
  const [invoice, ...notes] = (await documentsOf(money)).toSorted((a, b) => b.kind.localeCompare(a.kind));
  expect([invoice?.kind, notes.length]).toEqual(['tax_invoice', 6]);
  for (const part of parts) {
    expect(notes.reduce((sum, note) => sum + (note.tax?.[part] ?? 0), 0)).toBe(invoice?.tax?.[part]);
    expect(notes.every((note) => (note.tax?.[part] ?? 0) > 0)).toBe(true);
  }
});
