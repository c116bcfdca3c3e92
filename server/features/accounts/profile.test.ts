import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { call, type CallResponse } from '#test/call.ts';
import { aSubscriber, aUser } from '#test/factories.ts';
import { mediaPart, signUp } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const WithAvatar = z.object({ user: z.object({ avatar: z.object({ secure_url: z.string() }) }) });
const avatarPath = ({ body }: CallResponse): string => new URL(WithAvatar.parse(body).user.avatar.secure_url).pathname;

const update = async (app: TestApp, token: string, fullName: string, avatarName = 'avatar.jpg') =>
  call(app, 'PUT', '/user/update', { token, parts: { fullName, avatar: await mediaPart(avatarName) } });

const fileStatus = async ({ http }: TestApp, url: string): Promise<number> =>
  (await http.inject({ method: 'GET', url })).statusCode;

describe('user/me', () => {
  it('returns the user and the paid bundle', { tags: ['CALL-08', 'TRN-04'] }, async () => {
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

  it("returns the avatar's absolute address on a trusted origin", { tags: ['ADD-18'] }, async () => {
    await using app = await startApp();
    const token = await signUp(app);
    const me = await call(app, 'GET', '/user/me', { token, headers: { host: 'localhost:8080' } });
    expect(WithAvatar.parse(me.body).user.avatar.secure_url).toMatch(/^http:\/\/localhost:8080\/files\/avatars\//);
  });
});

describe('user/update', () => {
  it('changes name and avatar, and removes the old image', { tags: ['CALL-07', 'ADD-06'] }, async () => {
    await using app = await startApp();
    const token = await signUp(app);
    const before = avatarPath(await call(app, 'GET', '/user/me', { token }));
    const response = await update(app, token, '  Meera Pillai ');
    expect(response).toMatchObject({
      status: 200,
      body: { success: true, message: 'Profile updated successfully', user: { fullName: 'Meera Pillai' } },
    });
    const after = avatarPath(response);
    expect(after).not.toBe(before);
    expect((await call(app, 'GET', '/user/me', { token })).body['user']).toEqual(response.body['user']);
    app.clock.advance(DAY_MS);
    await app.jobs.runDue();
    expect(await fileStatus(app, before)).toBe(404);
    expect(await fileStatus(app, after)).toBe(200);
  });

  it('keeps one image after concurrent changes', async () => {
    await using app = await startApp();
    await using further = await app.another();
    const token = await signUp(app);
    const responses = await Promise.all([
      update(app, token, 'First Name'),
      update(further, token, 'Second Name'),
      update(app, token, 'Third Name'),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    app.clock.advance(DAY_MS);
    await app.jobs.runDue();
    const kept = avatarPath(await call(app, 'GET', '/user/me', { token }));
    for (const path of responses.map(avatarPath)) expect(await fileStatus(app, path)).toBe(path === kept ? 200 : 404);
  });

  it('asks for both fields', { tags: ['VAL-05'] }, async () => {
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

  it('refuses a short name and an invalid image without changes', { tags: ['VAL-06', 'VAL-07'] }, async () => {
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

  it('requires a session', async () => {
    await using app = await startApp();
    expect((await update(app, 'broken', 'Meera Nair')).status).toBe(401);
  });
});
