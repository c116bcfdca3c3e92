import { expect, test } from 'vitest';
import { createActivityLog } from './activity-log.ts';

test('the log keeps the newest 2,000 activities', () => {
  const log = createActivityLog(
    () => 1_800_000_000,
    () => undefined,
  );
  for (let count = 0; count < 2_001; count += 1) log.add('call', { path: '/plans' });
  expect(log.after(0, 10_000)).toHaveLength(2_000);
  expect(log.after(0, 1)).toEqual([{ seq: 2, at: 1_800_000_000, kind: 'call', path: '/plans' }]);
});
