// @module-tag both
import { describe, expect, it, onTestFinished } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { api } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { anAdmin, aUser, type Person } from '#test/factories.ts';
import { emailsTo, readEmails } from '#test/mailbox.ts';
import { login } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { jobsToRunAgain } from '#test/run-again.ts';

const openSchool = async (): Promise<{ app: TestApp; admin: Person }> => {
  const app = await startApp();
  onTestFinished(app.close);
  return { app, admin: await anAdmin(app) };
};

const upload = (app: TestApp, { token }: Person, text: string | Buffer, name = 'class.csv') =>
  call(app, 'POST', '/admin/people/imports', {
    token,
    parts: { fileName: name, file: { bytes: Buffer.from(text), name, type: 'text/csv' } },
  });

const read = ({ body }: { body: unknown }) => api.peopleImports.read.response.parse(body).import;

const run = (app: TestApp, { token }: Person, id: string, untilDay: string | null = null) =>
  call(app, 'POST', `/admin/people/imports/${id}/run`, { token, body: { untilDay } });

const current = async (app: TestApp, { token }: Person, id: string) =>
  read(await call(app, 'GET', `/admin/people/imports/${id}`, { token }));

const usersIn = (app: TestApp) =>
  app.database.db.selectFrom('users').select(['email', 'full_name']).orderBy('email').execute();

const CLASS = `First name,Last name,E-mail,City
Asha,Rao,asha@class.example,Pune
Bina,Shah,BINA@class.example ,Surat
,,chand@class.example,Kochi
Dev,Nair,dev@class,Pune
Esha,,asha@class.example,Goa
Known,Learner,known@class.example,Delhi
`;

describe('an import', () => {
  it('says what is wrong with a line in the language of the page', async () => {
    const { app, admin } = await openSchool();
    const { _id } = read(await upload(app, admin, CLASS));
    const headers = { 'accept-language': 'hi' };
    const { body } = await call(app, 'GET', `/admin/people/imports/${_id}`, { token: admin.token, headers });
    expect(read({ body }).lines.flatMap(({ problem }) => problem ?? [])).toEqual([
      'नाम नहीं है',
      'यह ईमेल पता नहीं है',
      'वही ईमेल जो पंक्ति 2 में है',
    ]);
  });

  it('says line by line what it would do, and changes nothing before it runs', async () => {
    const { app, admin } = await openSchool();
    await aUser(app, { email: 'known@class.example' });
    const users = await usersIn(app);
    const response = await upload(app, admin, CLASS);
    expect(response.status).toBe(201);
    const checked = read(response);
    expect(checked).toMatchObject({ state: 'draft', columns: { name: [0, 1], email: 2 }, fileName: 'class.csv' });
    expect(checked.counts).toEqual({ new: 2, known: 1, faulty: 3, waiting: 0 });
    expect(checked.lines.map(({ line, email, outcome, problem }) => [line, email, outcome, problem])).toEqual([
      [2, 'asha@class.example', 'new', null],
      [3, 'bina@class.example', 'new', null],
      [4, 'chand@class.example', 'faulty', 'The name is missing'],
      [5, 'dev@class', 'faulty', 'This is not an email address'],
      [6, 'asha@class.example', 'faulty', 'The same email as in line 2'],
      [7, 'known@class.example', 'known', null],
    ]);
    const { token } = admin;
    const path = `/admin/people/imports/${checked._id}/columns`;
    const other = await call(app, 'PUT', path, { token, body: { name: [3], email: 2 } });
    expect(read(other)).toMatchObject({ counts: { new: 3, known: 1, faulty: 2 } });
    expect(read(other).lines[0]).toMatchObject({ fullName: 'Pune', outcome: 'new' });
    expect(await call(app, 'PUT', path, { token, body: { name: [4], email: 2 } })).toMatchObject({
      status: 400,
      body: { message: 'The file has no such column' },
    });
    expect(await usersIn(app)).toEqual(users);
    expect(await readEmails(app)).toEqual([]);
  });

  it('finds the columns of a header with wide letters, other dashes and signs that nobody sees', async () => {
    const { app, admin } = await openSchool();
    const file = 'Ｎａｍｅ,Town,Ｅ\u2011mail,Pl\u00ADan,Unt\u200Bil\nAsha Rao,Pune,asha@class.example,,\n';
    expect(read(await upload(app, admin, file))).toMatchObject({
      columns: { name: [0], email: 2, plan: 3, until: 4 },
    });
  });

  it('takes a list of addresses alone, as mail programs and spreadsheets write them', async () => {
    const { app, admin } = await openSchool();
    const file = 'asha@class.example\nBina Shah <BINA@class.example>\nmailto:चंदा@class.example\n';
    const { columns, lines } = read(await upload(app, admin, file));
    expect(columns).toMatchObject({ name: [], email: 0 });
    expect(lines.map(({ fullName, email, outcome }) => [fullName, email, outcome])).toEqual([
      ['asha', 'asha@class.example', 'new'],
      ['bina', 'bina@class.example', 'new'],
      ['चंदा', 'चंदा@class.example', 'new'],
    ]);
  });

  it('takes of names what can be seen, and no web address', async () => {
    const { app, admin } = await openSchool();
    const rows = ['A\u200bsha\u202e  Rao', 'क्\u200dष', '\u3164\u2800', 'Win at www.prize.example/now'];
    const file = `Name,Email\n${rows.map((name, index) => `${name},${index}@class.example\n`).join('')}`;
    const { lines } = read(await upload(app, admin, file));
    expect(lines.map(({ fullName, problem }) => [fullName, problem])).toEqual([
      ['Asha Rao', null],
      ['क्\u200dष', null],
      ['', 'The name is missing'],
      ['Win at www.prize.example/now', 'The name contains a web address'],
    ]);
  });

  it('creates accounts, invites by email, and gives new and known learners access', async () => {
    const { app, admin } = await openSchool();
    const known = await aUser(app, { email: 'known@class.example' });
    const { _id: id } = read(await upload(app, admin, CLASS));
    expect(read(await run(app, admin, id, '2026-12-31'))).toMatchObject({ state: 'running', counts: { waiting: 3 } });
    await app.jobs.runDue();
    const done = await current(app, admin, id);
    expect([done.state, done.counts]).toEqual(['done', { new: 2, known: 1, faulty: 3, waiting: 0 }]);
    const [email] = await emailsTo(app, 'asha@class.example');
    expect(email?.headers.get('subject')).toBe('Your account at Lectern');
    const token = /\/invitation\/([\w-]{43})\n/.exec(email?.text ?? '')?.[1];
    app.clock.advance(13 * DAY_MS);
    expect((await login(app, 'asha@class.example', 'any password')).status).toBe(401);
    const body = { password: 'a new password' };
    expect((await call(app, 'POST', `/user/reset-password/${token}`, { body })).status).toBe(200);
    const asha = await login(app, 'asha@class.example', 'a new password');
    expect(asha.body['user']).toMatchObject({
      fullName: 'Asha Rao',
      role: 'USER',
      subscription: { status: 'active', access_until: '2026-12-31T18:29:59.999Z' },
    });
    const explained = await call(app, 'GET', `/admin/people/${known.id}`, { token: admin.token });
    expect(api.people.detail.response.parse(explained.body).detail.access.hasAccess).toBe(true);
    expect(await emailsTo(app, 'known@class.example')).toEqual([]);
  });

  it('returns its faulty lines as a file that can be corrected and imported', async () => {
    const { app, admin } = await openSchool();
    const { _id: id } = read(await upload(app, admin, `Name,Email\nAsha,asha@class.example\n=1+1,nowhere\n`));
    const faulty = () => app.http.inject({ url: `/api/v1/admin/people/imports/${id}/faulty`, headers: admin.headers });
    const before = (await faulty()).body;
    await run(app, admin, id);
    await app.jobs.runDue();
    expect((await faulty()).body).toBe(before);
    expect(before).toBe('\uFEFF"Name","Email","Problem"\r\n"\'=1+1","nowhere","This is not an email address"\r\n');
  });

  it('makes nothing twice: neither the same import nor the same file', async () => {
    const { app, admin } = await openSchool();
    const { _id: id } = read(await upload(app, admin, CLASS));
    await run(app, admin, id, '2026-12-31');
    expect((await run(app, admin, id)).body).toMatchObject({ code: 'import_started' });
    const check = await call(app, 'PUT', `/admin/people/imports/${id}/columns`, {
      token: admin.token,
      body: { name: [0], email: 2 },
    });
    expect(check.body).toMatchObject({ code: 'import_started' });
    const again = await jobsToRunAgain(app, 'people.import');
    await app.jobs.runDue();
    const rows = async () => ({
      users: await usersIn(app),
      changes: (await app.database.db.selectFrom('access_changes').select('id').execute()).length,
      emails: (await readEmails(app)).length,
    });
    const once = await rows();
    expect([once.changes, once.emails]).toEqual([3, 3]);
    await again();
    await app.jobs.runDue();
    const { _id: second } = read(await upload(app, admin, CLASS));
    await run(app, admin, second, '2026-12-31');
    await app.jobs.runDue();
    expect(await rows()).toEqual(once);
    expect((await current(app, admin, second)).counts).toEqual({ new: 0, known: 3, faulty: 3, waiting: 0 });
  });

  it('reports what was read, repaired and left out, for a file as Excel writes it in UTF-16', async () => {
    const { app, admin } = await openSchool();
    const text = '\uFEFFClass of 2026\t\r\nName\tEmail\r\n"Asha\tasha@class.example\r\nन\t—\r\n';
    const checked = read(await upload(app, admin, Buffer.from(text, 'utf16le')));
    expect(checked.header).toEqual(['Name', 'Email']);
    expect(checked.report).toEqual({
      read: 1,
      repaired: [{ line: 3, what: 'A quotation mark without the other one was read as text' }],
      leftOut: [
        { line: 1, why: 'Above the header' },
        { line: 4, why: 'This is not an email address' },
      ],
    });
    const windows = read(await upload(app, admin, Buffer.from('Name,Email\nRen\u00E9e,r@class.example\n', 'latin1')));
    expect([windows.lines[0]?.fullName, windows.report.repaired[0]?.line]).toEqual(['Renée', 2]);
    const cyrillic = await upload(app, admin, Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x40]));
    expect(cyrillic.body).toMatchObject({
      code: 'not_csv',
      message: 'The encoding of this file is not known. Save it as UTF-8, then choose it again.',
    });
  });

  it('refuses files that are no CSV, and unknown imports', async () => {
    const { app, admin } = await openSchool();
    expect((await upload(app, admin, Buffer.from('PK\u0003\u0004\u0000\u0000'))).body).toMatchObject({
      code: 'not_csv',
    });
    expect((await upload(app, admin, 'Name,Email\n')).body).toMatchObject({
      code: 'damaged_csv',
      message: 'This file has no rows below its header',
    });
    expect((await upload(app, admin, 'x'.repeat(2 * 1024 * 1024 + 1))).body).toMatchObject({ code: 'too_large' });
    expect((await run(app, admin, 'unknown')).body).toMatchObject({ code: 'import_not_found' });
  });

  it('is forgotten after a month, with what the file said', async () => {
    const { app, admin } = await openSchool();
    const { _id: id } = read(await upload(app, admin, CLASS));
    app.clock.advance(31 * DAY_MS);
    await app.database.db
      .insertInto('jobs')
      .values({
        id: 'forget',
        name: 'people.forget-imports',
        payload: '{}',
        state: 'waiting',
        run_at: 0,
        attempts: 0,
        created_at: 0,
      })
      .execute();
    await app.jobs.runDue();
    expect(await app.database.db.selectFrom('people_imports').select('id').where('id', '=', id).execute()).toEqual([]);
    expect(await app.database.db.selectFrom('people_import_rows').select('line').execute()).toEqual([]);
  });
});
