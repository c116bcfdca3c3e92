import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { API_PREFIX } from '#contract/api.ts';
import { aUser } from '#test/factories.ts';
import { endedProcessesCpuMs } from '#test/cpu-time.ts';
import { leastOf, longestTurn } from '#test/longest-turn.ts';
import { MEERA } from '#test/sign-up.ts';
import { startApp } from '#test/start-app.ts';

const formWith = async (fields: Record<string, string>, avatar: string): Promise<FormData> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('avatar', new File([await readFile(join('test/media', avatar))], avatar));
  return form;
};

test('a visitor registers while one account sends SVGs that never finish', async () => {
  await using app = await startApp({ RATE_LIMIT: 'on' });
  const origin = await app.listen();
  const { headers } = await aUser(app);
  const hangUp = new AbortController();
  const body = await formWith({ fullName: 'Ravi Kumar' }, 'endless.svg');
  const attack = Array.from({ length: 36 }, () =>
    fetch(`${origin}${API_PREFIX}/user/update`, { method: 'PUT', headers, body, signal: hangUp.signal }),
  );
  let answered = 0;
  for (const one of attack) one.then(() => (answered += 1)).catch(() => undefined);
  expect([415, 429]).toContain((await Promise.race(attack)).status);

  const register = async (email: string): Promise<number> => {
    const visitor = await formWith({ ...MEERA, email }, 'avatar.png');
    return longestTurn(async () => {
      const { status } = await fetch(`${origin}${API_PREFIX}/user/register`, { method: 'POST', body: visitor });
      expect(status).toBe(201);
    });
  };
  const firstTurnMs = await register(MEERA.email);
  // After all of them it would come last.
  expect(answered).toBeLessThan(attack.length);
  let visitors = 0;
  const another = (): Promise<number> => register(`visitor-${(visitors += 1)}@example.com`);
  expect(firstTurnMs < 100 ? firstTurnMs : await leastOf(100, another)).toBeLessThan(100);
  hangUp.abort();
  await Promise.allSettled(attack);
});

test(
  'a visitor with an SVG registers while eight accounts send SVGs that never finish',
  { tags: ['long'] },
  async () => {
    await using app = await startApp({ RATE_LIMIT: 'on' });
    const origin = await app.listen();
    const accounts = await Promise.all(Array.from({ length: 8 }, () => aUser(app)));
    const hangUp = new AbortController();
    const body = await formWith({ fullName: 'Ravi Kumar' }, 'endless.svg');
    const attack = [...accounts, ...accounts].map(({ headers }) =>
      fetch(`${origin}${API_PREFIX}/user/update`, { method: 'PUT', headers, body, signal: hangUp.signal }),
    );
    let answered = 0;
    for (const one of attack) one.then(() => (answered += 1)).catch(() => undefined);
    const visitor = await formWith(MEERA, 'avatar.svg');
    const { status } = await fetch(`${origin}${API_PREFIX}/user/register`, { method: 'POST', body: visitor });
    expect(status).toBe(201);
    // After all of them it would come last.
    expect(answered).toBeLessThan(attack.length);
    hangUp.abort();
    await Promise.allSettled(attack);
  },
);

test('images of a disconnected client are not rendered', async () => {
  await using app = await startApp();
  const origin = await app.listen();
  const { headers } = await aUser(app);
  const update = async (avatar: string, signal?: AbortSignal) =>
    fetch(`${origin}${API_PREFIX}/user/update`, {
      method: 'PUT',
      headers,
      body: await formWith({ fullName: 'Ravi Kumar' }, avatar),
      ...(signal ? { signal } : {}),
    });
  const hangUp = new AbortController();
  const attack = Array.from({ length: 40 }, () => update('endless.svg', hangUp.signal));
  // The first response shows that the server draws them, one after the other.
  expect((await Promise.race(attack)).status).toBe(415);
  hangUp.abort();
  await Promise.allSettled(attack);
  const before = endedProcessesCpuMs();
  expect((await update('avatar.png')).status).toBe(200);
  // Those that are left would take 78 seconds.
  expect(endedProcessesCpuMs() - before).toBeLessThan(20_000);
  expect(app.logLines().filter((line) => line.includes('"level":50'))).toEqual([]);
});
