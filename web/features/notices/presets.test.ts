import { expect, test } from 'vitest';
import { NOTICES } from '#contract/notices/notice-kinds.ts';
import type { NoticeSettings } from '#contract/notices/notices.ts';
import { choicesOf, presetOf, presets } from './presets.ts';

type Kinds = NoticeSettings['kinds'];

/** As a new user has them. */
const fresh = (): Kinds =>
  NOTICES.filter((notice) => !('isForAddress' in notice)).map(({ kind, class: noticeClass, channels }) => ({
    kind,
    class: noticeClass,
    channels: (['app', 'email', 'push'] as const).map((channel) => ({
      channel,
      cadence: channels[channel],
      isLocked: noticeClass === 'account' && channel !== 'push',
    })),
  }));

const after = (kinds: Kinds, choices: ReturnType<typeof choicesOf>): Kinds =>
  kinds.map(({ channels, ...one }) => ({
    ...one,
    channels: channels.map((channel) => ({
      ...channel,
      cadence:
        choices.find((choice) => choice.kind === one.kind && choice.channel === channel.channel)?.cadence ??
        channel.cadence,
    })),
  }));

test('a new user has the usual preset, and each preset is recognised after it was chosen', () => {
  expect(presetOf(fresh())).toBe('usual');
  for (const name of ['all', 'usual', 'little'] as const)
    expect(presetOf(after(fresh(), choicesOf(name, fresh())))).toBe(name);
});

test('a preset leaves what is locked alone, fits in one request, and a single choice ends it', () => {
  const choices = choicesOf('little', fresh());
  expect(choices.filter(({ kind, channel }) => kind === 'receipt' && channel !== 'push')).toEqual([]);
  expect(choices.find(({ kind, channel }) => kind === 'answer' && channel === 'email')).toMatchObject({
    cadence: 'off',
  });
  expect(choices.length).toBeLessThanOrEqual(100);
  expect(presetOf(after(fresh(), [{ kind: 'answer', channel: 'email', cadence: 'daily' }]))).toBeUndefined();
  expect(Object.values(presets)).toHaveLength(3);
});
