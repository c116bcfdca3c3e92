import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { api, API_PREFIX } from '#contract/api.ts';
import { fillDetails } from '#contract/certificates/certificate-design.ts';
import { call } from '#test/call.ts';
import { aCertifiedCourse, certificatesOf, complete, DESIGN, pageOf, RULE } from '#test/certificates.ts';
import { aCourse, aHolder, aUser, joinCourse, type Person } from '#test/factories.ts';
import { mediaPart } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const filled = (color: string, width = 600, height = 424): Sharp =>
  sharp({ create: { width, height, channels: 3, background: color } });

const partOf = async (picture: Sharp | Buffer, name = 'paper.png') => ({
  bytes: Buffer.isBuffer(picture) ? picture : await picture.png().toBuffer(),
  name,
  type: 'application/octet-stream',
});

const ofCourse = (courseId: string): string => `/courses/${courseId}/certificate-pictures`;
const OF_SCHOOL = '/admin/settings/certificates/pictures';

type Part = Awaited<ReturnType<typeof mediaPart>>;

const add = (app: TestApp, path: string, { token }: Person, { kind = 'paper', file }: { kind?: string; file: Part }) =>
  call(app, 'POST', path, { token, parts: { kind, file } });

const added = async (...given: Parameters<typeof add>): Promise<string> => {
  const response = await add(...given);
  return api.certificates.addPicture.response.parse(response.body).picture;
};

const storedFile = (app: TestApp, key: string) => readFile(join(app.config.dataDir, 'files', key));

const save = (app: TestApp, { token }: Person, courseId: string, design: object) =>
  call(app, 'PUT', `/courses/${courseId}/certificate-rules`, {
    token,
    body: { rule: RULE, design: { ...DESIGN, ...design } },
  });

const preview = ({ http }: TestApp, path: string, { token }: Person, design: object = {}) =>
  http.inject({
    url: `${API_PREFIX}${path}?${new URLSearchParams({ ...DESIGN, hasLogo: 'true', holderName: 'Meera Nair', ...design })}`,
    headers: { authorization: `Bearer ${token}` },
  });

/** The colour of a picture at a share of its width and height. */
const colourAt = async (picture: Buffer, x: number, y: number): Promise<number[]> => {
  const { width, height } = await sharp(picture).metadata();
  const left = Math.floor(x * width);
  const top = Math.floor(y * height);
  return [...(await sharp(picture).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer())];
};

const isNear = (one: readonly number[], other: readonly number[]): boolean =>
  one.every((value, index) => Math.abs(value - (other[index] ?? 0)) < 12);

const earn = async (
  app: TestApp,
  { courseId, lectures }: Pick<Awaited<ReturnType<typeof aCertifiedCourse>>, 'courseId' | 'lectures'>,
) => {
  const person = await aHolder(app, courseId, { fullName: 'Meera Nair' });
  for (const lectureId of lectures) await complete(app, person, { courseId, lectureId, minutes: 10 });
  return (await certificatesOf(app, person))[0]?.code ?? '';
};

const pictureOf = async (app: TestApp, code: string): Promise<Buffer> =>
  (await app.http.inject({ url: `/cards/certificates/${code}/page.webp` })).rawPayload;

test('a certificate keeps the paper and the colours that it was issued with, in its picture and its PDF', async () => {
  await using app = await startApp();
  const school = await aCertifiedCourse(app);
  const { admin, courseId } = school;
  const picture = await added(app, ofCourse(courseId), admin, { file: await partOf(filled('#F7E0B0')) });
  const own = { picture, paper: '#F7E0B0', accent: '#B5452D', details: '{lectures}. {quizzes} passed. By {teacher}.' };
  expect(await save(app, admin, courseId, own)).toMatchObject({ status: 200, body: { design: own } });
  const code = await earn(app, school);
  const before = await pictureOf(app, code);
  expect(isNear(await colourAt(before, 0.5, 0.1), [0xf7, 0xe0, 0xb0])).toBe(true);
  expect(isNear(await colourAt(before, 0.5, 0.98), [0xfd, 0xfe, 0xfc])).toBe(true);
  await save(app, admin, courseId, { paper: '#102030' });
  const later = await earn(app, school);
  expect(isNear(await colourAt(await pictureOf(app, later), 0.5, 0.1), [0x10, 0x20, 0x30])).toBe(true);
  expect((await pictureOf(app, code)).equals(before)).toBe(true);
  expect(await pageOf(app, code)).toMatchObject({ design: own });
  const pdf = (await app.http.inject({ url: `${API_PREFIX}/certificates/${code}/pdf` })).rawPayload.toString('latin1');
  expect(pdf).toContain('/Subtype /Image');
});

test('a preview draws the design that is not saved, for those who may save it', async () => {
  await using app = await startApp();
  const { admin, courseId } = await aCertifiedCourse(app);
  const drawn = await preview(app, `/courses/${courseId}/certificate-preview`, admin, { paper: '#204060' });
  expect([drawn.statusCode, drawn.headers['content-type']]).toEqual([200, 'image/webp']);
  expect(isNear(await colourAt(drawn.rawPayload, 0.5, 0.1), [0x20, 0x40, 0x60])).toBe(true);
  expect((await preview(app, '/admin/settings/certificates/preview', admin)).statusCode).toBe(200);
  const [teacher, other, learner] = [await aUser(app), await aUser(app), await aHolder(app, courseId)];
  await joinCourse(app, { courseId, userId: teacher.id, role: 'teacher' });
  await joinCourse(app, { courseId: await aCourse(app), userId: other.id, role: 'teacher' });
  const file = await partOf(filled('teal'));
  const statuses = async (person: Person) => [
    (await preview(app, `/courses/${courseId}/certificate-preview`, person)).statusCode,
    (await add(app, ofCourse(courseId), person, { file })).status,
    (await preview(app, '/admin/settings/certificates/preview', person)).statusCode,
    (await add(app, OF_SCHOOL, person, { file })).status,
  ];
  expect(await statuses(teacher)).toEqual([200, 201, 403, 403]);
  expect(await statuses(other)).toEqual([403, 403, 403, 403]);
  expect(await statuses(learner)).toEqual([403, 403, 403, 403]);
});

test('the foot of a dark paper is dark, with light ground for the code; of a light one it stays plain', async () => {
  await using app = await startApp();
  const { admin, courseId } = await aCertifiedCourse(app);
  const pictureOn = async (paper: string) =>
    (await preview(app, `/courses/${courseId}/certificate-preview`, admin, { paper })).rawPayload;
  const [night, cream] = [await pictureOn('#14303A'), await pictureOn('#F8F0E3')];
  expect(isNear(await colourAt(night, 0.5, 0.98), [0x14, 0x30, 0x3a])).toBe(true);
  expect(isNear(await colourAt(night, 0.0535, 0.9), [0xfd, 0xfe, 0xfc])).toBe(true);
  expect(isNear(await colourAt(cream, 0.5, 0.98), [0xfd, 0xfe, 0xfc])).toBe(true);
});

test('a design has only pictures of its course and of the school, values of the list, and colours', async () => {
  await using app = await startApp();
  const { admin, courseId } = await aCertifiedCourse(app);
  const file = await partOf(filled('teal'));
  const foreign = await added(app, ofCourse(await aCourse(app)), admin, { file });
  const ofSchool = await added(app, OF_SCHOOL, admin, { file });
  const refused = async (design: object) => (await save(app, admin, courseId, design)).body['details'];
  expect(await refused({ picture: foreign })).toMatchObject([
    { path: 'design.picture', message: 'Upload the picture again' },
  ]);
  expect(await refused({ signature: 'certificates/unknown.png' })).toMatchObject([{ path: 'design.signature' }]);
  expect(await refused({ picture: '../school.db' })).toMatchObject([{ path: 'design.picture' }]);
  expect(await refused({ details: 'by {teachr}' })).toMatchObject([{ message: 'Use only values from the list' }]);
  expect(await refused({ accent: 'red' })).toMatchObject([{ message: 'Enter a colour such as #B5452D' }]);
  expect(await save(app, admin, courseId, { picture: ofSchool, signature: ofSchool })).toMatchObject({ status: 200 });
  const settings = (picture: string) =>
    call(app, 'PUT', '/admin/settings/certificates', { token: admin.token, body: { ...DESIGN, picture } });
  expect(await settings(foreign)).toMatchObject({ status: 400, body: { details: [{ path: 'picture' }] } });
  expect(await settings(ofSchool)).toMatchObject({ status: 200 });
});

const INK = '<path d="M200 300C260 100 300 380 360 240S460 260 700 260" stroke="#223" stroke-width="9" fill="none"/>';
const svg = (ground: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="900" height="500">${ground}${INK}</svg>`);
const PHOTO = svg('<rect width="900" height="500" fill="#cfc8b8"/>');

const upside = () => sharp(PHOTO).rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer();
const signatures: Record<string, () => Promise<Buffer>> = {
  'a photo of ink': () => sharp(PHOTO).jpeg().toBuffer(),
  'a transparent PNG': () => sharp(svg('')).png().toBuffer(),
  'a photo in the colours of a printer': () => sharp(PHOTO).toColourspace('cmyk').jpeg().toBuffer(),
  'a WebP': () => sharp(PHOTO).webp().toBuffer(),
  'a photo that was taken sideways': upside,
  'a drawing': () => Promise.resolve(svg('')),
};

test('a photo, a transparent picture and a drawing become a signature of strokes without a ground', async () => {
  await using app = await startApp();
  const { admin, courseId } = await aCertifiedCourse(app);
  for (const [name, make] of Object.entries(signatures)) {
    const file = await partOf(await make());
    const signature = await added(app, ofCourse(courseId), admin, { kind: 'signature', file });
    const stored = await storedFile(app, signature);
    const { width, height, hasAlpha, format } = await sharp(stored).metadata();
    expect([name, hasAlpha, format, width > 2 * height]).toEqual([name, true, 'png', true]);
    const [red, , , alpha] = (await sharp(stored).stats()).channels;
    expect([name, red?.max, alpha?.min, (alpha?.max ?? 0) > 240]).toEqual([name, 21, 0, true]);
  }
});

test('a paper of another shape, a huge one, a sideways one and a transparent one become A4 across', async () => {
  await using app = await startApp();
  const { admin, courseId } = await aCertifiedCourse(app);
  const pictures = [
    await filled('#ffeedd', 90, 800).png().toBuffer(),
    await filled('#ffeedd', 8000, 6000).jpeg().toBuffer(),
    await filled('#ffeedd', 400, 600).withMetadata({ orientation: 8 }).jpeg().toBuffer(),
    await filled('#ffeedd').toColourspace('cmyk').jpeg().toBuffer(),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><circle r="9" fill="#fed"/></svg>'),
  ];
  for (const bytes of pictures) {
    const stored = await storedFile(app, await added(app, ofCourse(courseId), admin, { file: await partOf(bytes) }));
    expect(await sharp(stored).metadata()).toMatchObject({ format: 'jpeg', width: 2480, height: 1754, space: 'srgb' });
  }
  for (const [name, status] of [
    ['not-an-image.png', 415],
    ['pixel-bomb.png', 422],
    ['three-seconds.mp4', 415],
  ] as const) {
    const refused = await add(app, ofCourse(courseId), admin, { file: await mediaPart(name) });
    expect([name, refused.status]).toEqual([name, status]);
  }
});

test('a course has a hundred pictures for its design, and then says so', async () => {
  await using app = await startApp();
  const { admin, courseId } = await aCertifiedCourse(app);
  const rows = Array.from({ length: 100 }, (_, index) => ({
    picture_key: `certificates/${index}.jpg`,
    course_id: courseId,
    created_at: index,
  }));
  await app.database.db.insertInto('certificate_pictures').values(rows).execute();
  const file = await partOf(filled('teal'));
  expect(await add(app, ofCourse(courseId), admin, { file })).toMatchObject({
    status: 409,
    body: { code: 'too_many_pictures' },
  });
  expect(await add(app, OF_SCHOOL, admin, { file })).toMatchObject({ status: 201 });
});

test('what a course lacks is left out of the text below its title', () => {
  const values = { lectures: '20 lectures', length: '', teacher: 'Asha', quizzes: '3 quizzes', score: '' };
  expect(fillDetails('a course of {lectures} by {teacher}', values)).toBe('a course of 20 lectures by Asha');
  expect(fillDetails('{lectures}, {length}. {quizzes} passed, {score} on average.', values)).toBe(
    '20 lectures, 3 quizzes passed',
  );
  expect(fillDetails('{length}', values)).toBe('');
});
