import { api } from '#contract/api.ts';
import { call } from '#test/call.ts';
import type { TestApp } from '#test/start-app.ts';

/** The backups that an admin sees. */
export const listed = async (app: TestApp, token: string) =>
  api.backups.list.response.parse((await call(app, 'GET', '/admin/backups', { token })).body);

/** The notices about backups that admins see on every page. */
export const notices = async (app: TestApp, token: string) => {
  const all = api.setup.notices.response.parse((await call(app, 'GET', '/admin/notices', { token })).body).notices;
  return all.filter(({ code }) => code === 'backup_old').map(({ text }) => text);
};
