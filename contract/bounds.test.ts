import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { ChangePasswordBody, LoginBody, RegisterFields, ResetPasswordBody, UpdateFields } from './accounts/accounts.ts';
import { AttachmentFields } from './classroom/attachments.ts';
import { CaptionsFields, Language } from './catalog/authoring.ts';
import { catalog, NewCourseFields } from './catalog/catalog.ts';
import { readChapters, ChaptersText } from './classroom/chapters.ts';
import { ContactBody } from './school/contact.ts';
import { isErrorCode } from './errors.ts';
import { NewLectureFields } from './classroom/lectures.ts';
import { payments } from './billing/payments.ts';
import { people } from './people/people.ts';
import { SetupBody } from './school/setup.ts';
import { GST_STATE_CODES, INDIAN_STATES, indianStateNamed } from './billing/indian-states.ts';
import { email, Id, isTimeZone, searchTerm } from './fields.ts';

/** What a schema says of one field of a form that is otherwise empty; undefined when it takes it. */
const fieldErrorOf = (schema: z.ZodObject, field: string, value: unknown): string | undefined =>
  schema.safeParse({ [field]: value }).error?.issues.find(({ path }) => path[0] === field)?.message;

const taken = (schema: z.ZodType, value: unknown): unknown => {
  const { data } = schema.safeParse(value);
  return data;
};

const TOO_LONG = 'This is longer than the field allows';
const FILL_DETAILS = 'Please fill all the details';
const FILL_FIELDS = 'Please fill all the fields';
const MANDATORY = 'All fields are mandatory';

/** Of one kind each, and of any script: no rule asks for capital letters, digits or signs, and nothing is changed. */
const ANY_CHARACTERS = [
  '        ',
  'monsoons',
  'MONSOONS',
  '12345678',
  '!?#%&/()',
  ' a lamp ',
  'दीपककीरोशनी',
  '🪔🪔🪔🪔🪔🪔🪔🪔',
  'x\t\n\r\u200by 1',
];

const passwordOf = (schema: z.ZodObject, field: string, value: string): unknown =>
  schema.shape[field]?.safeParse(value).data;

describe('passwords', () => {
  test.each([
    ['of a registration', RegisterFields, 'password'],
    ['of the first ADMIN', SetupBody, 'password'],
    ['that replaces another', ChangePasswordBody, 'newPassword'],
    ['of a reset', ResetPasswordBody, 'password'],
  ] as const)('a new one %s needs 8 to 256 characters', { tags: ['NUM-13'] }, (_, schema, field) => {
    expect(fieldErrorOf(schema, field, undefined)).toBe(fieldErrorOf(schema, field, ''));
    expect(fieldErrorOf(schema, field, 'x'.repeat(7))).toBe('Password should be at least 8 characters');
    expect(fieldErrorOf(schema, field, 'x'.repeat(8))).toBeUndefined();
    expect(fieldErrorOf(schema, field, 'x'.repeat(256))).toBeUndefined();
    expect(fieldErrorOf(schema, field, 'x'.repeat(257))).toBe('Password should be at most 256 characters');
    for (const value of ANY_CHARACTERS) expect(passwordOf(schema, field, value)).toBe(value);
  });

  test.each([
    ['of a login', LoginBody, 'password', FILL_DETAILS],
    ['that is replaced', ChangePasswordBody, 'oldPassword', MANDATORY],
  ] as const)('one %s may have up to 1024 characters', { tags: ['NUM-14'] }, (_, schema, field, incomplete) => {
    expect(fieldErrorOf(schema, field, 'x')).toBeUndefined();
    expect(fieldErrorOf(schema, field, 'x'.repeat(1024))).toBeUndefined();
    expect(fieldErrorOf(schema, field, 'x'.repeat(1025))).toBe('Password should be at most 256 characters');
    expect(fieldErrorOf(schema, field, '')).toBe(incomplete);
    expect(fieldErrorOf(schema, field, undefined)).toBe(incomplete);
  });
});

const TEXTS = [
  ['name of a registration', RegisterFields, 'fullName', 5, 100, FILL_DETAILS],
  ['name of the first ADMIN', SetupBody, 'fullName', 5, 100, FILL_DETAILS],
  ['name of a profile', UpdateFields, 'fullName', 5, 100, MANDATORY],
  ['title of a course', NewCourseFields, 'title', 1, 200, FILL_FIELDS],
  ['category of a course', NewCourseFields, 'category', 1, 100, FILL_FIELDS],
  ['instructor of a course', NewCourseFields, 'createdBy', 1, 100, FILL_FIELDS],
  ['description of a course', NewCourseFields, 'description', 1, 10_000, FILL_FIELDS],
  ['title of a lecture', NewLectureFields, 'title', 1, 200, MANDATORY],
  ['description of a lecture', NewLectureFields, 'description', 1, 10_000, MANDATORY],
  ['name in a message', ContactBody, 'name', 1, 100, MANDATORY],
  ['text of a message', ContactBody, 'message', 1, 5000, MANDATORY],
  [
    'reason of an ADMIN [NUM-20]',
    people.grant.body,
    'reason',
    1,
    500,
    'Please enter a reason. It is stored with the change.',
  ],
  ['name of an attachment', AttachmentFields, 'name', 1, 150, 'Please choose a file'],
  ['name of captions', CaptionsFields, 'label', 1, 60, 'Please choose a file and enter a name'],
] as const;

test.each(TEXTS)(
  'the length of the %s is bounded, without surrounding blanks',
  { tags: ['NUM-15', 'NUM-17', 'NUM-18', 'NUM-19', 'NUM-20'] },
  (_, schema, field, min, max, incomplete) => {
    expect(fieldErrorOf(schema, field, undefined)).toBe(incomplete);
    expect(fieldErrorOf(schema, field, '  ')).toBe(incomplete);
    if (min > 1) expect(fieldErrorOf(schema, field, 'x'.repeat(min - 1))).toMatch(/5 characters$/);
    expect(fieldErrorOf(schema, field, 'x'.repeat(min))).toBeUndefined();
    expect(fieldErrorOf(schema, field, ` ${'x'.repeat(max)} `)).toBeUndefined();
    expect(fieldErrorOf(schema, field, 'x'.repeat(max + 1))).toBe(TOO_LONG);
    expect(fieldErrorOf(schema, field, 'xxxx\u0000xxxx')).toBe('This text contains characters that cannot be stored');
  },
);

describe('an email', () => {
  const schema = email('Please');
  const atSchool = (length: number): string => `${'x'.repeat(length - 9)}@a.school`;

  test('has at most 254 characters and is stored in lower case', { tags: ['NUM-16'] }, () => {
    expect(taken(schema, ' Meera@School.Example ')).toBe('meera@school.example');
    expect(taken(schema, atSchool(254))).toHaveLength(254);
    expect(schema.safeParse(atSchool(255)).error?.issues.map(({ message }) => message)).toEqual([TOO_LONG]);
    expect(taken(LoginBody, { email: ' Meera@School.Example ', password: 'x' })).toEqual({
      email: 'meera@school.example',
      password: 'x',
    });
    expect(fieldErrorOf(LoginBody, 'email', 'x'.repeat(255))).toBe(TOO_LONG);
    expect(fieldErrorOf(LoginBody, 'email', 'x'.repeat(254))).toBeUndefined();
  });

  test.each([
    'a',
    '@',
    'a@',
    '@b',
    'a b@c',
    'a@b c',
    'a@b@c',
    'a,b@c',
    'a@b;c',
    '<a@b>',
    'a:b@c',
    '"a"@b',
    'a\\@b',
    '(a)@b',
  ])('%s is rejected', (value) => {
    expect(schema.safeParse(value).error?.issues.map(({ message }) => message)).toEqual(['Invalid email address']);
  });
});

test('the email of a contact message is any line with an @', { tags: ['VAL-14'] }, () => {
  const send = (value: unknown) => fieldErrorOf(ContactBody, 'email', value);
  for (const value of ['ravi@home.example', 'a@', '@b', '@', 'a b@c']) expect(send(value)).toBeUndefined();
  expect(send('nowhere')).toBe('Invalid email address');
  expect(send('a@b\r\nBcc: c@d')).toBe('Invalid email address');
  expect(send(`${'x'.repeat(254)}@`)).toBe('This is longer than the field allows');
  expect(send(' ')).toBe('All fields are mandatory');
});

test('a time zone is one that the program knows', () => {
  expect(['Asia/Kolkata', 'UTC', 'Asia/Nowhere', '', 'IST+5:30'].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('a state of India is found by its name in any case, and by its code', () => {
  expect(['kerala', 'TAMIL NADU', '29', 'Bengaluru', ''].map(indianStateNamed)).toEqual([
    'Kerala',
    'Tamil Nadu',
    'Karnataka',
    undefined,
    undefined,
  ]);
});

test('a search term is trimmed and has up to 254 characters', () => {
  expect(taken(searchTerm, ' pay_1 ')).toBe('pay_1');
  expect(taken(searchTerm, 'x'.repeat(254))).toHaveLength(254);
  expect(taken(searchTerm, 'x'.repeat(255))).toBeUndefined();
  expect(taken(searchTerm, 'x\u0000')).toBeUndefined();
});

test('an id has 1 to 64 letters, digits, _ and -', () => {
  for (const id of ['a', 'Z9_-', 'x'.repeat(64)]) expect(taken(Id, id)).toBe(id);
  for (const id of ['', 'x'.repeat(65), 'a b', 'a/b', 'é', 'a.b', 'a\n', '/a']) expect(taken(Id, id)).toBeUndefined();
});

test('access is changed by 1 to 3660 days', { tags: ['NUM-20'] }, () => {
  const { body } = people.extend;
  for (const days of [1, 3660]) expect(fieldErrorOf(body, 'days', days)).toBeUndefined();
  for (const days of [0, 3661, 1.5, '3'])
    expect(fieldErrorOf(body, 'days', days)).toBe('Please enter a number of days from 1 to 3660');
});

test('a list of courses is searchTerm by trimmed words', () => {
  const { query } = catalog.listCourses;
  expect(taken(query, { search: ' kiln ', category: ' Crafts ' })).toEqual({ search: 'kiln', category: 'Crafts' });
});

test('a field that an admin or a buyer left empty is named', () => {
  const { grant } = people;
  expect(fieldErrorOf(grant.body, 'untilDay', undefined)).toBe('Please enter the last day of access');
  expect(fieldErrorOf(payments.subscribe.body, 'state', 'Atlantis')).toBe('Please choose the state you live in');
  expect(fieldErrorOf(payments.subscribe.body, 'state', 'Kerala')).toBeUndefined();
});

test('a language is stored in lower case', () => {
  expect(['en', 'PT-br', 'zh-Hant-TW'].map((name) => taken(Language, name))).toEqual(['en', 'pt-br', 'zh-hant-tw']);
  for (const name of ['e', 'engl', 'en-', 'en-a', '1n', 'en-br-a1-b2', ' en', 'en_br', 'en-123456789'])
    expect(taken(Language, name)).toBeUndefined();
});

test('the proof of the payment window has bounded parts of plain characters', () => {
  const { body } = payments.verify;
  expect(fieldErrorOf(body, 'razorpay_signature', 'x'.repeat(256))).toBeUndefined();
  for (const value of [undefined, 'x'.repeat(257)])
    expect(fieldErrorOf(body, 'razorpay_signature', value)).toBe('Payment verification failed');
  for (const field of ['razorpay_payment_id', 'razorpay_subscription_id', 'razorpay_order_id'])
    for (const value of ['', 'a b', 'x'.repeat(65)])
      expect(fieldErrorOf(body, field, value)).toBe('Payment verification failed');
  expect(fieldErrorOf(body, 'razorpay_payment_id', undefined)).toBe('Payment verification failed');
});

describe('the address of a school', () => {
  const addressError = (value: unknown): string | undefined => fieldErrorOf(SetupBody, 'publicAddress', value);
  const BAD = 'Please enter a web address such as https://school.example';

  test.each(['https://school.example', 'http://localhost:5000', 'https://school.example/'])(
    '%s is accepted',
    (value) => {
      expect(addressError(value)).toBeUndefined();
    },
  );

  test.each([
    'school',
    'ftp://school.example',
    'https://school.example/a',
    'https://school.example/?a',
    'xhttps://a.b/',
    'httpsx://a.b/',
  ])('%s is rejected', (value) => {
    expect(addressError(value)).toBe(BAD);
  });

  test('has at most 300 characters', () => {
    expect(addressError(`https://${'a'.repeat(285)}.school`)).toBeUndefined();
    expect(addressError(`https://${'a'.repeat(286)}.school`)).toBe(TOO_LONG);
  });
});

describe('chapters', () => {
  test('may have blanks around lines and more than one after the time', () => {
    expect(readChapters('  0:00   Opening  \n \n0:05 -  The wind')).toEqual([
      { startMs: 0, title: 'Opening' },
      { startMs: 5000, title: 'The wind' },
    ]);
  });

  test('are read from lines whose times increase', () => {
    expect(readChapters('0:00 Opening\n\n 1:30 - The wind \n1:02:30 – The rain\n12:00:00 — Night')).toEqual([
      { startMs: 0, title: 'Opening' },
      { startMs: 90_000, title: 'The wind' },
      { startMs: 3_750_000, title: 'The rain' },
      { startMs: 43_200_000, title: 'Night' },
    ]);
    expect(readChapters('75:00 A long hour')).toEqual([{ startMs: 4_500_000, title: 'A long hour' }]);
  });

  test.each([
    '(0:00) Intro',
    '[0:00] Intro',
    'Intro 0:00',
    'Intro - (0:00)',
    '• 0:00 Intro',
    '- 00:00 – Intro',
    '1. 0:00 Intro',
    '0:00 – 1:30 Intro',
    '00:00:00.000 Intro',
    '\u200E0：00\u00A0 | Intro',
    '0:00: Intro\r',
    '0:00 : Intro',
    '٠:٠٠ Intro',
    '（０：００） Intro',
    '🎬 0:00 Intro',
    '▶️👨‍💻 Intro ०:००',
  ])('are read as they are written elsewhere: %j', (line) => {
    expect(readChapters(`${line}\n1:30 The 3:10 train`)).toEqual([
      { startMs: 0, title: 'Intro' },
      { startMs: 90_000, title: 'The 3:10 train' },
    ]);
  });

  test.each([
    ['Opening', 1],
    ['0:00', 1],
    ['0:00Opening', 1],
    ['x0:00 Opening', 1],
    ['0:60 Opening', 1],
    ['0:0 Opening', 1],
    ['123:00 Opening', 1],
    ['1:60:00 Opening', 1],
    ['100:00:00 Opening', 1],
    ['0:00 A\n\n0:00 B', 3],
    ['0:10 A\n0:09 B', 2],
    [`0:00 ${'x'.repeat(201)}`, 1],
    [
      Array.from(
        { length: 101 },
        (_, index) => `${Math.floor(index / 60)}:${String(index % 60).padStart(2, '0')} A`,
      ).join('\n'),
      101,
    ],
  ])('%j is rejected, and the wrong line is named', (value, line) => {
    expect(ChaptersText.safeParse(value).error?.issues[0]?.message).toContain(`ine ${line}`);
  });

  test('are up to 100, with titles of up to 200 characters, in 30,000 characters', { tags: ['NUM-20'] }, () => {
    const lines = Array.from({ length: 100 }, (_, index) => `1:${String(index % 60).padStart(2, '0')} A`);
    expect(
      readChapters(
        lines.map((_, index) => `${10 + Math.floor(index / 60)}:${String(index % 60).padStart(2, '0')} A`).join('\n'),
      ),
    ).toHaveLength(100);
    expect(readChapters(`0:59 ${'x'.repeat(200)}`)).toHaveLength(1);
    expect(readChapters('1:59:59 A')).toEqual([{ startMs: 7_199_000, title: 'A' }]);
    const blank = ' '.repeat(40_000);
    expect(taken(ChaptersText, ` 0:00 A\n${'\n'.repeat(29_986)}0:01 B${blank}`)).toHaveLength(29_999);
    expect(ChaptersText.safeParse(`0:00 A\n${'\n'.repeat(30_000)}0:01 B`).error?.issues[0]?.message).toBe(TOO_LONG);
    expect(ChaptersText.safeParse('0:00 A\u0000').error?.issues[0]?.message).toBe(
      'This text contains characters that cannot be stored',
    );
  });
});

test('only names of states are states, and only codes of errors are codes', () => {
  expect(INDIAN_STATES).toEqual(Object.keys(GST_STATE_CODES));
  expect(INDIAN_STATES).toHaveLength(37);
  expect([isErrorCode('forbidden'), isErrorCode('Forbidden'), isErrorCode(403)]).toEqual([true, false, false]);
});
