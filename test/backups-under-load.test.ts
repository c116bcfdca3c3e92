// @module-tag long
import { expect, test } from 'vitest';
import { backUpUnderLoad } from './backups-under-load.ts';

test('a school that is written to is backed up: nothing confirmed before is missing, and no row lacks a file', async () => {
  const { missing, confirmed, avatars, addedBytes } = await backUpUnderLoad(2);
  expect(missing).toEqual([]);
  expect(confirmed).toBeGreaterThan(0);
  expect(avatars).toBeGreaterThan(1);
  expect(addedBytes).toHaveLength(2);
});
