import { describe, expect, it } from 'vitest';
import { call } from '#test/call.ts';
import { anAdmin, aSubscriber, aUser } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';

describe('stats', () => {
  it('count registered users and those with access', { tags: ['CALL-24', 'ENT-07'] }, async () => {
    await using app = await startApp();
    const admin = await anAdmin(app);
    await aSubscriber(app);
    await aUser(app);
    const gone = await aUser(app);
    await app.database.db.updateTable('users').set({ deleted_at: 1 }).where('id', '=', gone.id).execute();
    expect(await call(app, 'GET', '/admin/stats/users', { token: admin.token })).toMatchObject({
      status: 200,
      body: { success: true, message: 'Stats fetched successfully', allUsersCount: 3, subscribedUsersCount: 1 },
    });
  });

  it('are visible to admins only', { tags: ['ROL-03'] }, async () => {
    await using app = await startApp();
    const { token } = await aSubscriber(app);
    expect(await call(app, 'GET', '/admin/stats/users', { token })).toMatchObject({
      status: 403,
      body: { success: false, code: 'forbidden' },
    });
    expect((await call(app, 'GET', '/admin/stats/users')).status).toBe(401);
  });
});
