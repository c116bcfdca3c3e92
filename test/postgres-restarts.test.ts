// @module-tag long
import { expect, test } from 'vitest';
import { restartUnderLoad } from './restarts-under-load.ts';

test('when PostgreSQL stops, crashes or closes every connection under load, no server exits and no confirmed write is lost', async () => {
  const { responses, wrong, missing, serversAlive } = await restartUnderLoad(3);
  expect(serversAlive).toBe(2);
  expect(wrong).toEqual([]);
  expect(missing).toEqual([]);
  expect(responses).toMatchObject({ 200: expect.any(Number), 503: expect.any(Number) });
});
