import { expect, test } from 'vitest';
import { call, type CallResponse } from '#test/call.ts';
import { anAdmin, aSubscriber } from '#test/factories.ts';
import { lecturesIn, publishCourseWithLecture } from '#test/publish.ts';
import { mediaPart } from '#test/sign-up.ts';
import { startApp } from '#test/start-app.ts';

const lectureIn = (response: CallResponse) => lecturesIn(response)[0];

test('a chosen image is drawn again and shown under new addresses, until it is reset or the video is replaced', async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const { token } = admin;
  const { courseId, path } = await publishCourseWithLecture(app, admin);
  const choose = async (name: string) =>
    call(app, 'PUT', `${path}/thumbnail`, { token, parts: { thumbnail: await mediaPart(name) } });
  const before = await call(app, 'GET', `/courses/${courseId}/manage`, { token });
  const played = new URL(lectureIn(before)?.lecture[0]?.secure_url ?? '').pathname;
  expect((await app.http.inject({ url: played })).statusCode).toBe(200);
  const chosen = lectureIn(await choose('thumbnail.jpg'));
  expect(chosen?.hasChosenThumbnail).toBe(true);
  const address = new URL(chosen?.poster ?? '').pathname;
  const image = await app.http.inject({ url: address });
  expect([image.statusCode, image.headers['content-type'], image.body.slice(8, 12)]).toEqual([
    200,
    'image/webp',
    'WEBP',
  ]);
  const learner = await aSubscriber(app);
  const { body } = await call(app, 'GET', `/courses/${courseId}`, { token: learner.token });
  expect(body['lectures']).toMatchObject([{ poster: expect.stringMatching(/\/thumbnail\.webp$/) }]);

  const again = lectureIn(await choose('avatar.png'));
  expect(again?.poster).not.toBe(chosen?.poster);
  expect((await app.http.inject({ url: address })).rawPayload).toEqual(image.rawPayload);
  const reset = () => call(app, 'DELETE', `${path}/thumbnail`, { token });
  expect(lectureIn(await reset())).toMatchObject({ poster: null, hasChosenThumbnail: false });
  expect((await reset()).status).toBe(200);

  await choose('thumbnail.jpg');
  const video = await mediaPart('silent.mp4');
  const replaced = await call(app, 'PUT', `${path}/video`, { token, parts: { lecture: video } });
  expect(lectureIn(replaced)).toMatchObject({ poster: null, hasChosenThumbnail: false });
  expect((await choose('not-an-image.png')).body['code']).toBe('not_an_image');
  expect((await call(app, 'PUT', `${path}/thumbnail`, { token, parts: {} })).body['message']).toBe(
    'Please choose an image',
  );
});
