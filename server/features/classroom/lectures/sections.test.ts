import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { Section } from '#contract/classroom/sections.ts';
import { call, type CallResponse } from '#test/call.ts';
import { aCourse, aLecture, anAdmin, aSubscriber } from '#test/factories.ts';
import { LECTURE, lecturesIn } from '#test/publish.ts';
import { mediaPart } from '#test/sign-up.ts';
import { startApp } from '#test/start-app.ts';

const openSchool = async (lectures: number) => {
  const app = await startApp();
  onTestFinished(app.close);
  const { token } = await anAdmin(app);
  const courseId = await aCourse(app);
  const ids: string[] = [];
  for (let count = 0; count < lectures; count += 1) ids.push(await aLecture(app, { courseId }));
  const path = `/courses/${courseId}`;
  return {
    app,
    token,
    courseId,
    ids,
    setOutline: (lectureIds: readonly string[], sections: readonly object[], before?: object) =>
      call(app, 'PUT', `${path}/outline`, { token, body: { lectureIds, sections, before } }),
    order: (lectureIds: readonly string[]) => call(app, 'PUT', `${path}/order`, { token, body: { lectureIds } }),
    manage: () => call(app, 'GET', `${path}/manage`, { token }),
  };
};

const sectionsIn = ({ body }: CallResponse) => z.array(Section).parse(body['sections']);
/** Each section with the ids of its lectures; '' for those before the first. */
const outlineOf = (response: CallResponse): (readonly [string, string[]])[] => {
  const lectures = lecturesIn(response);
  const titles = new Map(sectionsIn(response).map(({ _id, title }) => [_id, title]));
  const groups: [string, string[]][] = [];
  for (const { _id, sectionId } of lectures) {
    const title = sectionId === null ? '' : (titles.get(sectionId) ?? 'unknown');
    if (groups.at(-1)?.[0] === title) groups.at(-1)?.[1].push(_id);
    else groups.push([title, [_id]]);
  }
  return groups;
};

test('sections are added, named, ordered and removed together with the order of the lectures', async () => {
  const { ids, setOutline, manage } = await openSchool(4);
  const [a = '', b = '', c = '', d = ''] = ids;
  const added = await setOutline(
    [d],
    [
      { title: ' Files ', lectureIds: [c] },
      { title: 'Loops', lectureIds: [b, a] },
      { title: 'Later', lectureIds: [] },
    ],
  );
  expect(outlineOf(added)).toEqual([
    ['', [d]],
    ['Files', [c]],
    ['Loops', [b, a]],
  ]);
  const [files, loops, later] = sectionsIn(added);
  expect(sectionsIn(await manage())).toEqual([files, loops, later]);
  const changed = await setOutline(
    [],
    [
      { _id: loops?._id, title: 'Loops and more', lectureIds: [a, b, c] },
      { _id: files?._id, title: 'Files', lectureIds: [d] },
    ],
  );
  expect(outlineOf(changed)).toEqual([
    ['Loops and more', [a, b, c]],
    ['Files', [d]],
  ]);
  expect(sectionsIn(changed).map(({ _id }) => _id)).toEqual([loops?._id, files?._id]);
  expect(outlineOf(await setOutline([a, b, c, d], []))).toEqual([['', [a, b, c, d]]]);
});

test('an outline that does not name every lecture once, or names an unknown section, changes nothing', async () => {
  const { ids, setOutline, manage } = await openSchool(2);
  const [a = '', b = ''] = ids;
  const before = await setOutline([], [{ title: 'Loops', lectureIds: [a, b] }]);
  const [loops] = sectionsIn(before);
  const other = await openSchool(1);
  const [foreign] = sectionsIn(await other.setOutline([], [{ title: 'Theirs', lectureIds: other.ids }]));
  const refusals: [string[], object[]][] = [
    [[a], []],
    [[a, b, b], []],
    [[a, b, ...other.ids], []],
    [[a, b], [{ _id: foreign?._id, title: 'Mine', lectureIds: [] }]],
    [
      [],
      [
        { _id: loops?._id, title: 'One', lectureIds: [a] },
        { _id: loops?._id, title: 'Two', lectureIds: [b] },
      ],
    ],
  ];
  for (const [lectureIds, sections] of refusals)
    expect(await setOutline(lectureIds, sections)).toMatchObject({ status: 409, body: { code: 'order_outdated' } });
  expect((await setOutline([a, b], [{ title: ' ', lectureIds: [] }])).status).toBe(400);
  expect(outlineOf(await manage())).toEqual(outlineOf(before));
});

test('a change of an outline that another admin has changed meanwhile is refused', async () => {
  const { ids, setOutline, manage } = await openSchool(2);
  const [a = '', b = ''] = ids;
  const first = await setOutline([a, b], [{ title: 'Files', lectureIds: [] }]);
  const [files] = sectionsIn(first);
  const seen = { lectureIds: [a, b], sections: [{ ...files, lectureIds: [] }] };
  const theirs = await setOutline([a], [{ ...files, title: 'Reading', lectureIds: [b] }], seen);
  expect(outlineOf(theirs)).toEqual([
    ['', [a]],
    ['Reading', [b]],
  ]);
  const late: [string[], object[]][] = [
    [[b, a], [{ ...files, lectureIds: [] }]],
    [[a, b], []],
  ];
  for (const [lectureIds, sections] of late)
    expect(await setOutline(lectureIds, sections, seen)).toMatchObject({
      status: 409,
      body: { code: 'order_outdated' },
    });
  expect([sectionsIn(await manage()), outlineOf(await manage())]).toEqual([sectionsIn(theirs), outlineOf(theirs)]);
});

test('the lectures of a section stay together when the course is ordered, and when one is deleted and restored', async () => {
  const { app, token, courseId, ids, setOutline, order, manage } = await openSchool(4);
  const [a = '', b = '', c = '', d = ''] = ids;
  await setOutline(
    [],
    [
      { title: 'One', lectureIds: [a, b] },
      { title: 'Two', lectureIds: [c, d] },
    ],
  );
  expect(outlineOf(await order([d, b, c, a]))).toEqual([
    ['One', [b, a]],
    ['Two', [d, c]],
  ]);
  const path = `/courses/${courseId}/lecture/${b}`;
  await call(app, 'DELETE', path, { token });
  await setOutline(
    [],
    [
      ...sectionsIn(await manage())
        .toReversed()
        .entries(),
    ].map(([index, section]) => ({
      ...section,
      lectureIds: index === 0 ? [d, c] : [a],
    })),
  );
  await call(app, 'POST', `${path}/restore`, { token });
  expect(outlineOf(await manage())).toEqual([
    ['Two', [d, c]],
    ['One', [b, a]],
  ]);
});

test('a new lecture is added to the end of its section, or of the course', async () => {
  const { app, token, courseId, ids, setOutline, manage } = await openSchool(2);
  const [a = '', b = ''] = ids;
  const [one, two] = sectionsIn(
    await setOutline(
      [],
      [
        { title: 'One', lectureIds: [a] },
        { title: 'Two', lectureIds: [b] },
      ],
    ),
  );
  const add = async (title: string, sectionId: string | undefined) =>
    call(app, 'POST', `/courses/${courseId}`, {
      token,
      parts: { ...LECTURE, title, ...(sectionId && { sectionId }), lecture: await mediaPart('three-seconds.mp4') },
    });
  await add('In One', one?._id);
  await add('At the end', undefined);
  await add('In a section that is gone', 'gone');
  const managed = await manage();
  const lectures = lecturesIn(managed);
  expect(lectures.map(({ title, sectionId }) => [title, sectionId])).toEqual([
    [expect.any(String), one?._id],
    ['In One', one?._id],
    [expect.any(String), two?._id],
    ['At the end', two?._id],
    ['In a section that is gone', two?._id],
  ]);
});

test('learners and visitors get the sections that have published lectures', async () => {
  const { app, courseId, ids, setOutline } = await openSchool(1);
  const expected = [{ _id: expect.stringMatching(/./), title: 'One' }];
  await setOutline(
    [],
    [
      { title: 'One', lectureIds: ids },
      { title: 'Empty', lectureIds: [] },
    ],
  );
  const { token } = await aSubscriber(app);
  expect((await call(app, 'GET', `/courses/${courseId}`, { token })).body['sections']).toEqual(expected);
  const { course } = (await call(app, 'GET', `/courses/${courseId}/about`)).body;
  expect(course).toMatchObject({ sections: expected, lectures: [{ sectionId: expect.stringMatching(/./) }] });
});
