import { expect, test } from 'vitest';
import { call } from '#test/call.ts';
import { aCertifiedCourse, certificatesOf } from '#test/certificates.ts';
import { aSubscriber } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import { watch } from '#test/watch.ts';

const ROUNDS = 8;

test('of two lectures that are completed at once in two processes, one issues the certificate', async () => {
  await using app = await startApp();
  await using other = await app.another();
  const { courseId, lectures } = await aCertifiedCourse(app);
  for (let round = 0; round < ROUNDS; round += 1) {
    const person = await aSubscriber(app);
    for (const lectureId of lectures) await watch(app, person.id, { courseId, lectureId, watchedMs: 600_000 });
    const mark = (place: typeof app, lectureId: string) =>
      call(place, 'PUT', `/lectures/${lectureId}/done`, { token: person.token, body: { isDone: true } });
    const marked = await Promise.all([mark(app, lectures[0]), mark(other, lectures[1])]);
    expect(marked.map(({ status }) => status)).toEqual([200, 200]);
    expect(await certificatesOf(app, person)).toHaveLength(1);
  }
});
