import { expect, test } from 'vitest';
import { OperatorError } from '#server/errors.ts';
import { readFixedValues } from './sections.ts';
import { createSettingValues, rowName, sealedName, type StoredSection } from './stored-sections.ts';

const seller = {
  name: undefined,
  address: undefined,
  gstin: undefined,
  state: undefined,
  sac: undefined,
  gstRatePercent: undefined,
};
const nothing = {
  brandName: undefined,
  contactEmail: undefined,
  smtpUrl: undefined,
  mailFrom: undefined,
  seller,
  timeZone: undefined,
  maxUploadBytes: undefined,
};
type Fixed = Parameters<typeof readFixedValues>;
/** Opens what was sealed under the same name. */
const sealing = {
  open: (name: string, sealed: string) => (sealed.startsWith(`${name}=`) ? sealed.slice(name.length + 1) : undefined),
};

const valuesWith = (settings: Partial<Fixed[0]> = {}, fixedPayments: Fixed[1] = {}, isReadable = true) => {
  const fixedSettings = { ...nothing, ...settings };
  const fixed = readFixedValues(fixedSettings, fixedPayments);
  return createSettingValues({
    config: { fixedSettings, environment: {} },
    fixed,
    fixedPayments,
    sealing: isReadable ? sealing : undefined,
  });
};
const sections = (stored: Record<string, Partial<StoredSection>>) =>
  new Map(Object.entries(stored).map(([name, section]) => [name, { values: {}, secrets: {}, ...section }]));

const EMAIL = { host: 'mail.example', port: 587, security: 'starttls', user: 'asha', sender: '', sendsRecovery: false };
const stored = sections({
  school: { values: { brandName: 'Stored', tagline: 'Stored too' } },
  email: { values: EMAIL, secrets: { password: 'email.password=a long password' } },
  images: { values: { logo: 'brand/logo.png' } },
  forum: { values: { address: 'https://forum.example' }, secrets: { secret: 'forum.secret=a forum secret' } },
  payments: {
    values: { mode: 'live', keyId: 'rzp_live_x' },
    secrets: { keySecret: 'payments.keySecret=short', webhookSecret: 'payments.webhookSecret=twelve-chars' },
    previous: { keySecret: { sealed: 'payments.keySecret=before', until: 100 } },
  },
});

test('rows and secrets are named by their section', () => {
  expect([rowName('email'), sealedName('email', 'password')]).toEqual(['settings.email', 'email.password']);
});

test('the environment wins over what is stored, and that over the defaults', () => {
  const { valuesOf } = valuesWith({ brandName: 'Fixed' });
  expect(valuesOf('school', stored)).toMatchObject({
    brandName: 'Fixed',
    tagline: 'Stored too',
    timeZone: 'Asia/Kolkata',
  });
  expect(valuesOf('limits', stored)).toEqual({
    devices: 3,
    maxUploadBytes: 5_368_709_120,
    isFreePreview: false,
    auditYears: 2,
    noticeMonths: 12,
    emailMonths: 13,
    messageMonths: 0,
  });
});

test('the mail server is that of SMTP_URL, or the stored one with its password', () => {
  const smtpUrl = 'smtps://a:b@fixed.example';
  expect(valuesWith({ smtpUrl }).mailServerOf(stored)).toEqual({ url: smtpUrl, mayBeLinkLocal: true });
  const { mailServerOf } = valuesWith();
  expect(mailServerOf(stored)).toEqual({
    url: 'smtp://asha:a%20long%20password@mail.example:587?requireTLS=true',
    mayBeLinkLocal: false,
  });
  expect(mailServerOf(sections({ email: { values: EMAIL } }))?.url).toBe(
    'smtp://asha:@mail.example:587?requireTLS=true',
  );
  expect(mailServerOf(sections({}))).toBeUndefined();
  const unreadable = valuesWith({}, {}, false);
  expect(() => unreadable.mailServerOf(stored)).toThrow(OperatorError);
  expect(() => unreadable.mailServerOf(stored)).toThrow('SECRET_KEY');
});

test('payments have their secrets, the current one first, and those before it for a while', () => {
  const { paymentsOf } = valuesWith();
  expect(paymentsOf(stored, 99)).toEqual({
    mode: 'live',
    keyId: 'rzp_live_x',
    planId: '',
    keySecrets: ['short', 'before'],
    webhookSecrets: ['twelve-chars'],
    isReadable: true,
  });
  expect(paymentsOf(stored, 100).keySecrets).toEqual(['short']);
  expect(paymentsOf(sections({}), 0)).toMatchObject({ keySecrets: [], webhookSecrets: [], isReadable: true });
  const emptied = sections({ payments: { secrets: { keySecret: 'payments.keySecret=' } } });
  expect(paymentsOf(emptied, 0)).toMatchObject({ keySecrets: [], isReadable: true });
});

test('secrets of another key are not readable', () => {
  expect(valuesWith({}, {}, false).paymentsOf(stored, 0)).toMatchObject({
    keySecrets: [],
    webhookSecrets: [],
    isReadable: false,
  });
  for (const name of ['keySecret', 'webhookSecret'] as const) {
    const one = sections({ payments: { secrets: { [name]: 'sealed with another key' } } });
    expect(valuesWith().paymentsOf(one, 0).isReadable, name).toBe(false);
  }
  const before = sections({
    payments: {
      secrets: { keySecret: 'payments.keySecret=now' },
      previous: { keySecret: { sealed: 'sealed with another key', until: 1 } },
    },
  });
  expect(valuesWith().paymentsOf(before, 0)).toMatchObject({ keySecrets: ['now'], isReadable: true });
});

test('secrets of the environment are used without the stored ones', () => {
  const { paymentsOf, describe } = valuesWith(
    {},
    {
      keyId: ['RAZORPAY_KEY_ID', 'rzp_live_fixed'],
      keySecret: ['RAZORPAY_KEY_SECRET', ['fixed secret', 'and before']],
      webhookSecret: ['RAZORPAY_WEBHOOK_SECRET', undefined],
    },
  );
  expect(paymentsOf(stored, 0)).toMatchObject({
    keyId: 'rzp_live_fixed',
    keySecrets: ['fixed secret', 'and before'],
    webhookSecrets: ['twelve-chars'],
  });
  expect(describe(stored, 0).payments.keySecret).toEqual({ isSet: true, lastFour: 'cret', isReadable: true });
});

test('settings are described without their secrets', () => {
  expect(valuesWith({ brandName: 'Fixed' }).describe(stored, 0)).toMatchObject({
    school: {
      values: { brandName: 'Fixed' },
      environment: { brandName: 'BRAND_NAME' },
      images: { logo: '/files/brand/logo.png', icon: '' },
    },
    email: { values: EMAIL, environment: {}, password: { isSet: true, lastFour: 'word', isReadable: true } },
    seller: { values: { sac: '999293' }, environment: {} },
    limits: { values: { devices: 3 }, environment: {} },
    teaching: { values: { teachersPublish: 'after_approval', teachersCreate: false }, environment: {} },
    community: { values: { questions: true, reviews: true, notices: true, podcasts: false }, environment: {} },
    forum: {
      values: { address: 'https://forum.example' },
      environment: {},
      secret: { isSet: true, lastFour: 'cret', isReadable: true },
    },
    payments: {
      values: { mode: 'live', keyId: 'rzp_live_x', planId: '' },
      // So few characters would reveal too much of it.
      keySecret: { isSet: true, lastFour: null, isReadable: true },
      webhookSecret: { isSet: true, lastFour: 'hars', isReadable: true },
    },
  });
  const none = { isSet: false, lastFour: null, isReadable: true };
  const empty = valuesWith().describe(sections({}), 0);
  expect([empty.email.password, empty.payments.keySecret, empty.payments.webhookSecret]).toEqual([none, none, none]);
  expect(valuesWith({}, {}, false).describe(stored, 0).email.password).toEqual({
    isSet: true,
    lastFour: null,
    isReadable: false,
  });
  const smtpUrl = 'smtps://asha:of-the-environment@fixed.example';
  expect(valuesWith({ smtpUrl }).describe(stored, 0).email).toMatchObject({
    values: { host: 'fixed.example' },
    environment: { host: 'SMTP_URL' },
    password: { isSet: true, lastFour: 'ment' },
  });
});
