import { inflateSync } from 'node:zlib';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { API_PREFIX } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { aCertifiedCourse, certificatesOf, complete } from '#test/certificates.ts';
import { aHolder } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const openSchool = async (given: Parameters<typeof aCertifiedCourse>[1] = {}) => {
  const app = await startApp({ PUBLIC_URL: 'https://school.example' });
  const { admin, courseId, lectures } = await aCertifiedCourse(app, given);
  const earn = async (fullName = 'Meera Nair', language?: string): Promise<string> => {
    const person = await aHolder(app, courseId, { fullName });
    if (language !== undefined) await call(app, 'PUT', '/user/language', { token: person.token, body: { language } });
    for (const lectureId of lectures) await complete(app, person, { courseId, lectureId, minutes: 9.6 });
    const [certificate] = await certificatesOf(app, person);
    if (!certificate) throw new Error('no certificate');
    return certificate.code;
  };
  return { app, admin, courseId, earn, [Symbol.asyncDispose]: app.close };
};

const download = (app: TestApp, code: string) => app.http.inject({ url: `${API_PREFIX}/certificates/${code}/pdf` });

const read = async (bytes: Buffer) => {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { totalPages, text } = await extractText(document, { mergePages: true });
  return { totalPages, text: text.replaceAll(/\s+/g, ' ') };
};

const ESCAPES: Record<string, string> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f' };

/** The text of what is drawn as outlines, as readers of PDFs search and copy it. */
const actualTextsOf = (bytes: Buffer): string[] => {
  const [, stream = ''] =
    /\d+ 0 obj\n<<\n\/Length \d+\n\/Filter \/FlateDecode\n>>\nstream\n([^]*?)\nendstream/.exec(
      bytes.toString('latin1'),
    ) ?? [];
  const commands = inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
  return [...commands.matchAll(/\/ActualText \(\xfe\xff((?:\\.|[^)\\])*)\)/gs)].map(([, text = '']) =>
    Buffer.from(
      text.replaceAll(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter),
      'latin1',
    )
      .swap16()
      .toString('utf16le'),
  );
};

test('the PDF says everything that the page says', async () => {
  await using school = await openSchool();
  const { app, earn } = school;
  const code = await earn();
  const response = await download(app, code);
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="certificate-${code}.pdf"`,
  });
  expect(response.rawPayload.toString('latin1')).toContain('/MediaBox [0 0 841.89 595.28]');
  const { totalPages, text } = await read(response.rawPayload);
  expect(totalPages).toBe(1);
  for (const said of [
    'Lectern',
    'Meera Nair',
    'watched and completed',
    'A Short Science of the Monsoon',
    'a course of 2 lectures by Dr. Thomas Kurian',
    'Completed on 15 June 2026. No expiry date.',
    `Number ${code}. Issued by Lectern on 15 June 2026. Language: English.`,
    `Check it: school.example/certificates/${code}`,
    'Nandini Kulkarni Head',
  ])
    expect(text).toContain(said);
  // What was measured is on the page: a share of minutes belongs on no diploma.
  expect(text).not.toContain('Watched');
  expect(text).not.toContain('%');
  expect(response.rawPayload.toString('latin1')).toContain(`(https://school.example/certificates/${code})`);
});

test('names of a hundred characters and of any script stay on the page', async () => {
  await using school = await openSchool({ title: 'मानसून का छोटा विज्ञान' });
  const { app, earn } = school;
  const long = `Maximiliana ${'W'.repeat(60)} Venkatanarasimharajuvaripeta`.slice(0, 100);
  const { text } = await read((await download(app, await earn(long))).rawPayload);
  expect(text.replaceAll(' ', '')).toContain(long.replaceAll(' ', ''));
  for (const name of ['सारथी वर्मा', 'ليلى الحسن']) {
    const { rawPayload, statusCode } = await download(app, await earn(name));
    expect(statusCode).toBe(200);
    expect(actualTextsOf(rawPayload)).toEqual(expect.arrayContaining([name, 'मानसून का छोटा विज्ञान']));
  }
});

test('a certificate is in the language that its holder read, and stays in it', async () => {
  await using school = await openSchool();
  const { app, admin, courseId, earn } = school;
  const chooseLanguages = (others: string[]) =>
    call(app, 'PUT', '/admin/settings/languages', { token: admin.token, body: { language: 'en', others } });
  expect((await chooseLanguages(['hi'])).status).toBe(200);
  const translated = { token: admin.token, body: { texts: { title: 'मानसून का छोटा विज्ञान' } } };
  expect((await call(app, 'PUT', `/courses/${courseId}/translations/hi`, translated)).status).toBe(200);
  const code = await earn('सारथी वर्मा', 'hi');
  await chooseLanguages([]);
  const { rawPayload } = await download(app, code);
  const drawn = actualTextsOf(rawPayload).join(' ');
  for (const said of [
    'सारथी वर्मा',
    'ने यह कोर्स देखा और पूरा किया',
    'मानसून का छोटा विज्ञान',
    '2 पाठ',
    '15 जून 2026 को पूरा किया',
    'भाषा: हिन्दी',
  ])
    expect(drawn).toContain(said);
  expect((await read(rawPayload)).text).not.toContain('Completed');
  expect((await read((await download(app, await earn())).rawPayload)).text).toContain('watched and completed');
});

test('a certificate in a language that a later version lacks is drawn in English', async () => {
  await using school = await openSchool();
  const { app, earn } = school;
  const code = await earn();
  const { db } = app.database;
  const { snapshot } = await db.selectFrom('certificates').select('snapshot').executeTakeFirstOrThrow();
  const changed = JSON.stringify({ ...JSON.parse(snapshot), language: 'xx' });
  await db.updateTable('certificates').set({ snapshot: changed }).execute();
  const { statusCode, rawPayload } = await download(app, code);
  expect(statusCode).toBe(200);
  expect((await read(rawPayload)).text).toContain('Completed on 15 June 2026.');
});

test('an expired certificate says so, and a revoked one is not printed', async () => {
  await using school = await openSchool({ rule: { validMonths: 1 } });
  const { app, admin, earn } = school;
  const code = await earn();
  const valid = await read((await download(app, code)).rawPayload);
  expect(valid.text).toContain('Valid until 15 July 2026');
  expect(valid.text).not.toContain('Expired');
  const other = await earn();
  await call(app, 'POST', `/admin/certificates/${other}/revoke`, {
    token: admin.token,
    body: { reason: 'A mistake.' },
  });
  const revoked = await download(app, other);
  expect([revoked.statusCode, revoked.json()]).toMatchObject([409, { code: 'certificate_not_active' }]);
  app.clock.advance(31 * DAY_MS);
  const expired = await read((await download(app, code)).rawPayload);
  expect(expired.text).toContain('Expired on 15 July 2026');
  const unknown = await download(app, '0000-0000-0000');
  expect([unknown.statusCode, unknown.json()]).toMatchObject([404, { code: 'certificate_not_found' }]);
});

test('PDFs of certificates are counted by address', async () => {
  await using app = await startApp({ RATE_LIMIT: 'on' });
  const statuses = [];
  for (let index = 0; index < 61; index += 1)
    statuses.push((await call(app, 'GET', '/certificates/0000-0000-0000/pdf', { from: '198.51.100.7' })).status);
  expect([statuses[59], statuses[60]]).toEqual([404, 429]);
});
