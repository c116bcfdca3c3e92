import { describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { openFakeSmtp } from '#test/fake-smtp.ts';
import { call } from '#test/call.ts';
import { anAdmin } from '#test/factories.ts';
import { readEmails } from '#test/mailbox.ts';
import { register } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const SCHOOL = {
  brandName: 'Aravalli Evening School',
  tagline: 'Learn after work',
  heroText: 'Taught in the evening.',
  aboutText: 'We teach.\n\nIn the evening.',
  accent: '#E9B949',
  contactEmail: 'desk@aravalli.example',
  facebook: '',
  instagram: 'https://instagram.com/aravalli',
  linkedin: '',
  x: '',
  timeZone: 'Asia/Kolkata',
};
const EMAIL = { host: 'smtp.aravalli.example', port: 465, security: 'tls', user: 'mailer', sender: '' };
const PASSWORD = 'correct horse battery';

const admin = async (app: TestApp) => (await anAdmin(app)).token;

const save = (app: TestApp, token: string, section: string, body: object) =>
  call(app, 'PUT', `/admin/settings/${section}`, { token, body });

const read = async (app: TestApp, token: string) =>
  api.settings.get.response.parse((await call(app, 'GET', '/admin/settings', { token })).body).settings;

const entries = (app: TestApp) =>
  app.database.db
    .selectFrom('audit_entries')
    .select(['source', 'detail'])
    .where('kind', '=', 'settings_changed')
    .orderBy('at')
    .execute();

/** Where the fake server listens, as fields of the email settings. */
const fieldsOf = (url: string) => {
  const { hostname, port } = new URL(url);
  return { ...EMAIL, host: hostname, port: Number(port), security: 'automatic', user: '', sender: '' };
};

describe('the school', () => {
  it('begins as every new school does', async () => {
    await using app = await startApp();
    expect((await read(app, await admin(app))).school).toEqual({
      values: {
        brandName: 'Lectern',
        tagline: 'Find out best Online Courses',
        heroText: 'Taught by people who do the work. One yearly bundle opens every lecture.',
        aboutText: '',
        accent: '#F37254',
        contactEmail: '',
        facebook: '',
        instagram: '',
        linkedin: '',
        x: '',
        timeZone: 'Asia/Kolkata',
      },
      environment: {},
      images: { logo: '', icon: '' },
    });
  });

  it('is changed in every process at once: pages, emails and the document of the API', async () => {
    await using app = await startApp();
    await using further = await app.another();
    const token = await admin(app);
    const siteOf = async () => (await call(further, 'GET', '/site')).body['site'];
    expect(await siteOf()).toMatchObject({ brandName: 'Lectern' });
    const saved = await save(app, token, 'school', SCHOOL);
    expect(saved).toMatchObject({
      status: 200,
      body: { message: 'Settings saved', settings: { school: { values: SCHOOL } } },
    });
    await expect.poll(siteOf).toMatchObject({
      brandName: 'Aravalli Evening School',
      tagline: 'Learn after work',
      heroText: 'Taught in the evening.',
      aboutText: 'We teach.\n\nIn the evening.',
      accent: '#E9B949',
      socialLinks: { facebook: '', instagram: 'https://instagram.com/aravalli', linkedin: '', x: '' },
    });
    expect((await call(further, 'GET', '/openapi.json')).body['info']).toMatchObject({
      title: 'Aravalli Evening School API',
    });
    await register(further, { email: 'ravi@home.example' });
    await call(further, 'POST', '/contact', { body: { name: 'Ravi', email: 'ravi@home.example', message: 'Hello' } });
    const emails = await readEmails(further);
    const subjects = emails.map(({ headers }) => `${headers.get('to')}: ${headers.get('subject')}`);
    expect(subjects.toSorted()).toEqual([
      'desk@aravalli.example: Message from Ravi',
      'ravi@home.example: Welcome to Aravalli Evening School',
    ]);
    expect(emails[0]?.headers.get('from')).toBe('Aravalli Evening School <no-reply@localhost>');
  });

  it('records who changed which fields, and nothing for a save without changes', async () => {
    await using app = await startApp();
    const { token, id } = await anAdmin(app);
    await save(app, token, 'school', SCHOOL);
    await save(app, token, 'school', SCHOOL);
    expect(await entries(app)).toEqual([
      {
        source: JSON.stringify({ kind: 'admin', id }),
        detail: JSON.stringify({
          section: 'school',
          fields: ['brandName', 'tagline', 'heroText', 'aboutText', 'accent', 'contactEmail', 'instagram'],
        }),
      },
    ]);
  });

  it('keeps what the environment sets', async () => {
    await using app = await startApp({ BRAND_NAME: 'Gurukul', CONTACT_EMAIL: 'office@school.example' });
    const token = await admin(app);
    const { values, environment } = (await read(app, token)).school;
    expect(values).toMatchObject({ brandName: 'Gurukul', contactEmail: 'office@school.example' });
    expect(environment).toEqual({ brandName: 'BRAND_NAME', contactEmail: 'CONTACT_EMAIL' });
    expect(await save(app, token, 'school', { ...values, brandName: 'Another' })).toMatchObject({
      status: 409,
      body: {
        code: 'setting_fixed',
        details: [
          { path: 'brandName', message: 'Set by the environment: BRAND_NAME. Change it on the server, then restart.' },
        ],
      },
    });
    expect((await save(app, token, 'school', { ...values, tagline: 'Learn' })).status).toBe(200);
    await using later = await app.restart({ BRAND_NAME: '', CONTACT_EMAIL: '' });
    expect((await read(later, token)).school.values).toMatchObject({ brandName: 'Lectern', tagline: 'Learn' });
  });

  it.each([
    [{ brandName: ' ' }, 'brandName'],
    [{ brandName: 'Two\nlines' }, 'brandName'],
    [{ tagline: 'x'.repeat(61) }, 'tagline'],
    [{ contactEmail: 'nobody' }, 'contactEmail'],
    [{ x: 'javascript:alert(1)' }, 'x'],
    [{ x: 'http://x.example' }, 'x'],
    [{ timeZone: 'Asia/Nowhere' }, 'timeZone'],
  ])('refuses %j', async (fields, path) => {
    await using app = await startApp();
    const response = await save(app, await admin(app), 'school', { ...SCHOOL, ...fields });
    expect(response).toMatchObject({ status: 400, body: { details: [{ path }] } });
  });
});

describe('email', () => {
  it('goes to the mail server from the moment that it is saved', async () => {
    await using smtp = await openFakeSmtp();
    await using app = await startApp();
    const token = await admin(app);
    const folderIsUsed = async () => (await call(app, 'GET', '/admin/outbox', { token })).body['isUsed'];
    expect(await folderIsUsed()).toBe(true);
    await save(app, token, 'email', { ...fieldsOf(smtp.url), sender: 'The School <office@school.example>' });
    expect(await folderIsUsed()).toBe(false);
    await register(app, { email: 'ravi@home.example' });
    await app.jobs.runDue();
    expect(smtp.emails).toMatchObject([{ recipients: ['ravi@home.example'] }]);
    expect(smtp.emails[0]?.data).toContain('From: The School <office@school.example>');
  });

  it('can be tested, and says what the mail server said', async () => {
    await using smtp = await openFakeSmtp({ refusals: 1 });
    await using app = await startApp();
    const { token, email } = await anAdmin(app);
    const sendTest = () => call(app, 'POST', '/admin/settings/email/test', { token });
    expect(await sendTest()).toMatchObject({ status: 409, body: { code: 'email_not_set_up' } });
    await save(app, token, 'email', fieldsOf(smtp.url));
    expect(await sendTest()).toMatchObject({
      status: 502,
      body: {
        code: 'email_not_sent',
        message: 'The mail server refused the email, its sender or its recipient. It said: 451 try again later',
      },
    });
    expect(await sendTest()).toMatchObject({ status: 200, body: { to: email, reply: '250 accepted' } });
    expect(smtp.emails).toMatchObject([{ recipients: [email] }]);
    await save(app, token, 'email', { ...fieldsOf(smtp.url), port: 1 });
    expect(await sendTest()).toMatchObject({
      body: {
        message: 'The mail server could not be reached. Check its name, its port, and whether a firewall blocks it.',
      },
    });
  });

  it.each([
    ['SSH-2.0-OpenSSH_9.2 inner.host', 'No mail server responds there. Check the name and the port.'],
    ['554 No service for you', 'The mail server did not accept the email. It said: 554 No service for you'],
  ])('repeats replies of mail servers only: %j', async (greeting, message) => {
    await using smtp = await openFakeSmtp({ greeting });
    await using app = await startApp();
    const token = await admin(app);
    await save(app, token, 'email', fieldsOf(smtp.url));
    expect(await call(app, 'POST', '/admin/settings/email/test', { token })).toMatchObject({
      status: 502,
      body: { code: 'email_not_sent', message },
    });
  });

  it.each(['169.254.169.254', '[::ffff:169.254.169.254]', '[fe80::1]'])(
    'connects to no link-local address that an admin enters: %s',
    async (host) => {
      await using app = await startApp();
      const token = await admin(app);
      expect((await save(app, token, 'email', { ...fieldsOf('smtp://127.0.0.1:25'), host })).status).toBe(200);
      expect(await call(app, 'POST', '/admin/settings/email/test', { token })).toMatchObject({
        status: 502,
        body: {
          message: 'Link-local addresses, such as 169.254.1.1, can only be used as SMTP_URL in the environment.',
        },
      });
    },
  );

  it('keeps its password encrypted, and shows only its last four characters', async () => {
    await using app = await startApp();
    const token = await admin(app);
    expect((await read(app, token)).email.password).toEqual({ isSet: false, lastFour: null, isReadable: true });
    const saved = await save(app, token, 'email', { ...EMAIL, password: PASSWORD });
    expect(saved.body['settings']).toMatchObject({
      email: { values: EMAIL, password: { isSet: true, lastFour: 'tery', isReadable: true } },
    });
    const rows = await app.database.db.selectFrom('settings').selectAll().execute();
    for (const place of [saved.text, JSON.stringify(rows), JSON.stringify(await entries(app)), app.logLines().join('')])
      expect(place).not.toContain('correct horse');
    expect(await app.settings.mailServer()).toEqual({
      url: 'smtps://mailer:correct%20horse%20battery@smtp.aravalli.example:465',
      mayBeLinkLocal: false,
    });
    // Too short to show a part of it.
    await save(app, token, 'email', { ...EMAIL, password: 'elevenchars' });
    expect((await read(app, token)).email.password).toEqual({ isSet: true, lastFour: null, isReadable: true });
    await save(app, token, 'email', { ...EMAIL, sender: 'hello@aravalli.example' });
    expect((await read(app, token)).email.password.isSet).toBe(true);
    await save(app, token, 'email', { ...EMAIL, password: '' });
    expect((await read(app, token)).email.password.isSet).toBe(false);
    expect((await entries(app)).map(({ detail }) => detail)).toContain(
      JSON.stringify({ section: 'email', fields: ['password'] }),
    );
  });

  it.each([{ host: 'other.example' }, { port: 2525 }, { user: 'someone' }, { security: 'automatic' }])(
    'sends a stored password to no server but its own: %j',
    async (change) => {
      await using app = await startApp();
      const token = await admin(app);
      await save(app, token, 'email', { ...EMAIL, password: PASSWORD });
      expect(await save(app, token, 'email', { ...EMAIL, ...change })).toMatchObject({
        status: 400,
        body: { details: [{ path: 'password', message: 'Enter the password of this server and user' }] },
      });
      expect((await read(app, token)).email.values).toEqual({ ...EMAIL, sendsRecovery: false });
      expect((await save(app, token, 'email', { ...EMAIL, ...change, password: 'another password' })).status).toBe(200);
      expect((await save(app, token, 'email', { ...EMAIL, host: '', user: '' })).status).toBe(200);
      expect((await read(app, token)).email.password.isSet).toBe(false);
    },
  );

  it('says so when the password was stored under another SECRET_KEY, and the rest works', async () => {
    await using app = await startApp({ SECRET_KEY: 'a'.repeat(32) });
    const token = await admin(app);
    await save(app, token, 'email', { ...EMAIL, password: PASSWORD });
    await using later = await app.restart({ SECRET_KEY: 'b'.repeat(32) });
    const message =
      'The password of the mail server was stored under another SECRET_KEY. Restore that key, or enter the password again under Settings, Email.';
    expect((await read(later, token)).email.password).toEqual({ isSet: true, lastFour: null, isReadable: false });
    expect(await call(later, 'POST', '/admin/settings/email/test', { token })).toMatchObject({
      status: 502,
      body: { message },
    });
    const { report } = api.doctor.examine.response.parse((await call(later, 'GET', '/admin/doctor', { token })).body);
    expect(report.findings.find(({ check }) => check === 'email')).toMatchObject({
      status: 'failing',
      detail: message,
    });
    await save(later, token, 'email', { ...EMAIL, password: PASSWORD });
    expect((await read(later, token)).email.password.lastFour).toBe('tery');
  });

  it('is shown without its password where SMTP_URL sets it', async () => {
    const url = 'smtp://office%40school.example:secret-of-the-server@smtp.school.example?requireTLS=true';
    await using app = await startApp({ SMTP_URL: url, MAIL_FROM: 'office@school.example' });
    const token = await admin(app);
    const { email } = await read(app, token);
    expect(email).toEqual({
      values: {
        host: 'smtp.school.example',
        port: 587,
        security: 'starttls',
        user: 'office@school.example',
        sender: 'office@school.example',
        sendsRecovery: false,
      },
      environment: {
        host: 'SMTP_URL',
        port: 'SMTP_URL',
        security: 'SMTP_URL',
        user: 'SMTP_URL',
        password: 'SMTP_URL',
        sender: 'MAIL_FROM',
      },
      password: { isSet: true, lastFour: 'rver', isReadable: true },
    });
    const refused = await save(app, token, 'email', { ...email.values, password: 'another password' });
    expect(refused).toMatchObject({ status: 409, body: { details: [{ path: 'password' }] } });
    expect(await app.settings.mailServer()).toEqual({ url, mayBeLinkLocal: true });
  });

  it.each([{ host: 'a b' }, { host: 'evil.example/path' }, { port: 0 }, { sender: 'Someone\r\nBcc: x@y.z' }])(
    'refuses %j',
    async (fields) => {
      await using app = await startApp();
      const response = await save(app, await admin(app), 'email', { ...EMAIL, user: '', ...fields });
      expect(response).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      expect(JSON.stringify(response.body['details'])).toContain(`"path":"${Object.keys(fields)[0]}"`);
    },
  );
});
