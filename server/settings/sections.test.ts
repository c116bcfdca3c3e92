import { expect, test } from 'vitest';
import { imageAddress, readFixedValues, sectionNames, sections } from './sections.ts';

const nothing = {
  brandName: undefined,
  contactEmail: undefined,
  smtpUrl: undefined,
  mailFrom: undefined,
  seller: {
    name: undefined,
    address: undefined,
    gstin: undefined,
    state: undefined,
    sac: undefined,
    gstRatePercent: undefined,
  },
  timeZone: undefined,
  maxUploadBytes: undefined,
};

const certificates = {
  statement: 'watched and completed',
  signatory: '',
  signatoryTitle: '',
  details: 'a course of {lectures} by {teacher}',
  accent: '',
  paper: '#FDFEFC',
  picture: '',
  hasLogo: true,
  signature: '',
};

const ways = {
  upi: false,
  upiId: '',
  upiText: '',
  bank: false,
  bankText: '',
  cash: false,
  cashText: '',
  other: false,
  otherText: '',
  askName: '',
  askHours: '',
  askPhone: '',
  staffRecords: false,
};

test('a new school has these settings', () => {
  expect(Object.fromEntries(sectionNames.map((name) => [name, sections[name].defaults]))).toEqual({
    school: {
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
    look: { look: 'ledge' },
    languages: { language: 'en', others: [], former: [] },
    email: { host: '', port: 465, security: 'tls', user: '', sender: '', sendsRecovery: false },
    seller: { name: '', address: '', gstin: '', state: '', sac: '999293', gstRatePercent: 18 },
    ways,
    limits: {
      devices: 3,
      maxUploadBytes: 5_368_709_120,
      isFreePreview: false,
      auditYears: 2,
      noticeMonths: 12,
      emailMonths: 13,
      messageMonths: 0,
    },
    teaching: { teachersPublish: 'after_approval', teachersCreate: false },
    community: { questions: true, reviews: true, notices: true, podcasts: false },
    certificates,
    forum: { address: '' },
    login: {
      provider: 'none',
      providerName: '',
      issuer: '',
      clientId: '',
      requiresFactor: 'nobody',
      graceDays: 14,
      requiredSince: 0,
    },
    images: { logo: '', icon: '' },
    payments: { mode: 'test', keyId: '', planId: '' },
    backups: {
      kind: 'off',
      folder: '',
      endpoint: '',
      region: '',
      bucket: '',
      prefix: 'lectern',
      keyId: '',
      hour: 3,
    },
  });
});

test('an image is read at its address', () => {
  expect([imageAddress('brand/a.png'), imageAddress('')]).toEqual(['/files/brand/a.png', '']);
});

test('an environment without settings sets none', () => {
  const none = { values: {}, variables: {} };
  expect(readFixedValues(nothing, {})).toEqual({
    school: none,
    email: none,
    seller: none,
    limits: none,
    payments: none,
    backups: none,
  });
});

const everything = {
  brandName: 'Kiln School',
  contactEmail: 'desk@school.example',
  smtpUrl: 'smtps://asha:secret@mail.example',
  mailFrom: 'Kiln <desk@school.example>',
  seller: {
    name: 'Kiln',
    address: '1 Road',
    gstin: '29AAAAA0000A1Z5',
    state: 'Karnataka',
    sac: '999294',
    gstRatePercent: 0,
  },
  timeZone: 'Asia/Dubai',
  maxUploadBytes: 7,
} as const;

test('each field of the environment is named by its variable', () => {
  const fixed = readFixedValues(everything, {
    mode: ['RAZORPAY_KEY_ID', 'live'],
    keyId: ['RAZORPAY_KEY_ID', 'rzp_live_x'],
    planId: ['RAZORPAY_PLAN_ID', undefined],
  });
  expect(fixed).toEqual({
    school: {
      values: { brandName: 'Kiln School', contactEmail: 'desk@school.example', timeZone: 'Asia/Dubai' },
      variables: { brandName: 'BRAND_NAME', contactEmail: 'CONTACT_EMAIL', timeZone: 'TIME_ZONE' },
    },
    email: {
      values: {
        host: 'mail.example',
        port: 465,
        security: 'tls',
        user: 'asha',
        password: 'secret',
        sender: 'Kiln <desk@school.example>',
      },
      variables: {
        host: 'SMTP_URL',
        port: 'SMTP_URL',
        security: 'SMTP_URL',
        user: 'SMTP_URL',
        password: 'SMTP_URL',
        sender: 'MAIL_FROM',
      },
    },
    seller: {
      values: {
        name: 'Kiln',
        address: '1 Road',
        gstin: '29AAAAA0000A1Z5',
        state: 'Karnataka',
        sac: '999294',
        gstRatePercent: 0,
      },
      variables: {
        name: 'SELLER_NAME',
        address: 'SELLER_ADDRESS',
        gstin: 'SELLER_GSTIN',
        state: 'SELLER_STATE',
        sac: 'SELLER_SAC',
        gstRatePercent: 'GST_RATE_PERCENT',
      },
    },
    limits: { values: { maxUploadBytes: 7 }, variables: { maxUploadBytes: 'MAX_UPLOAD_BYTES' } },
    payments: {
      values: { mode: 'live', keyId: 'rzp_live_x' },
      variables: { mode: 'RAZORPAY_KEY_ID', keyId: 'RAZORPAY_KEY_ID' },
    },
    backups: { values: {}, variables: {} },
  });
});
