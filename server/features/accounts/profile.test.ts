import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { call, type CallAnswer } from '#test/call.ts';
import { aSubscriber, aUser } from '#test/factories.ts';
import { mediaPart, signUp } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const WithAvatar = z.object({ user: z.object({ avatar: z.object({ secure_url: z.string() }) }) });
const avatarPath = ({ body }: CallAnswer): string => new URL(WithAvatar.parse(body).user.avatar.secure_url).pathname;

const update = async (app: TestApp, token: string, fullName: string, avatarName = 'avatar.jpg') =>
  call(app, 'PUT', '/user/update', { token, parts: { fullName, avatar: await mediaPart(avatarName) } });

const fileStatus = async ({ http }: TestApp, url: string): Promise<number> =>
  (await http.inject({ method: 'GET', url })).statusCode;

describe('user/me', () => {
  it('shows the person, and a bundle that was paid [CALL-08, TRN-04]', async () => {
    await using app = await startApp();
    const { id, token, email } = await aSubscriber(app, { fullName: 'Ravi Kumar' });
    expect(await call(app, 'GET', '/user/me', { token })).toMatchObject({
      status: 200,
      body: {
        success: true,
        user: {
          _id: id,
          fullName: 'Ravi Kumar',
          email,
          role: 'USER',
          avatar: { secure_url: null },
          subscription: { status: 'active', access_until: '2027-06-15T04:30:00.000Z' },
        },
      },
    });
  });

  it('gives the avatar an absolute address below the origin of the request [ADD-18]', async () => {
    await using app = await startApp();
    const token = await signUp(app);
    const me = await call(app, 'GET', '/user/me', { token, headers: { host: 'learn.example:8080' } });
    expect(WithAvatar.parse(me.body).user.avatar.secure_url).toMatch(/^http:\/\/learn\.example:8080\/files\/avatars\//);
  });
});

describe('user/update', () => {
  it('changes name and avatar, and removes the old picture [CALL-07, ADD-06]', async () => {
    await using app = await startApp();
    const token = await signUp(app);
    const before = avatarPath(await call(app, 'GET', '/user/me', { token }));
    const answer = await update(app, token, '  Meera Pillai ');
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, message: 'Profile updated successfully', user: { fullName: 'Meera Pillai' } },
    });
    const after = avatarPath(answer);
    expect(after).not.toBe(before);
    expect((await call(app, 'GET', '/user/me', { token })).body['user']).toEqual(answer.body['user']);
    await app.jobs.runDue();
    expect(await fileStatus(app, before)).toBe(404);
    expect(await fileStatus(app, after)).toBe(200);
  });

  it('keeps one picture after changes at once', async () => {
    await using app = await startApp();
    await using further = await app.another();
    const token = await signUp(app);
    const answers = await Promise.all([
      update(app, token, 'First Name'),
      update(further, token, 'Second Name'),
      update(app, token, 'Third Name'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await app.jobs.runDue();
    const kept = avatarPath(await call(app, 'GET', '/user/me', { token }));
    for (const path of answers.map(avatarPath)) expect(await fileStatus(app, path)).toBe(path === kept ? 200 : 404);
  });

  it('asks for both fields [VAL-05]', async () => {
    await using app = await startApp();
    const { token } = await aUser(app);
    const expected = { status: 400, body: { success: false, message: 'All fields are mandatory' } };
    const avatar = await mediaPart('avatar.png');
    expect(await call(app, 'PUT', '/user/update', { token, parts: { fullName: 'Meera Nair' } })).toMatchObject(
      expected,
    );
    expect(await call(app, 'PUT', '/user/update', { token, parts: { avatar } })).toMatchObject(expected);
    expect(await call(app, 'PUT', '/user/update', { token, parts: { fullName: ' ', avatar } })).toMatchObject(expected);
    expect(await call(app, 'PUT', '/user/update', { token, body: { fullName: 'Meera Nair' } })).toMatchObject(expected);
  });

  it('refuses a short name, and a picture that is none, and changes nothing [VAL-06, VAL-07]', async () => {
    await using app = await startApp();
    const { token } = await aUser(app, { fullName: 'Meera Nair' });
    expect(await update(app, token, 'Meer')).toMatchObject({
      status: 400,
      body: { message: 'Name cannot be less than 5 characters' },
    });
    expect(await update(app, token, 'Another Name', 'not-an-image.png')).toMatchObject({
      status: 415,
      body: { code: 'not_an_image' },
    });
    const me = await call(app, 'GET', '/user/me', { token });
    expect(me.body['user']).toMatchObject({ fullName: 'Meera Nair', avatar: { secure_url: null } });
  });

  it('is for signed-in people', async () => {
    await using app = await startApp();
    expect((await update(app, 'broken', 'Meera Nair')).status).toBe(401);
  });
});
