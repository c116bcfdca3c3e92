import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CallOptions } from '#web/api/call.ts';
import type { Cadence, NoticeChannel } from '#contract/notices/notice-fields.ts';
import { type NoticeKind, noticeKinds } from '#contract/notices/notice-kinds.ts';
import type { NoticeSettings } from '#contract/notices/notices.ts';
import { keysOf } from '#contract/format.ts';

type Kinds = NoticeSettings['kinds'];
type Choices = NonNullable<CallOptions<'PUT /user/notice-settings'>['body']['choices']>;

interface Preset {
  name: MessageDescriptor;
  hint: MessageDescriptor;
  cadenceOf: (kind: NoticeKind, channel: NoticeChannel) => Cadence;
}

const usual = (kind: NoticeKind, channel: NoticeChannel): Cadence => noticeKinds[kind].channels[channel];

/** What most people choose at once for all kinds; those about accounts and purchases are always on. */
export const presets = {
  all: {
    name: msg`Everything at once`,
    hint: msg`Each notice here, by email, and on phones and browsers that you add below`,
    cadenceOf: () => 'at_once',
  },
  usual: {
    name: msg`What matters at once, news in a digest`,
    hint: msg`Answers, certificates and live classes at once; new lectures and courses once a week`,
    cadenceOf: usual,
  },
  little: {
    name: msg`Only on this site`,
    hint: msg`No emails and nothing on phones and browsers`,
    cadenceOf: (kind, channel) => (channel === 'app' ? usual(kind, channel) : 'off'),
  },
} satisfies Record<string, Preset>;

/** What a preset sets, without what is locked. */
export const choicesOf = (name: keyof typeof presets, kinds: Kinds): Choices => {
  const { cadenceOf }: Preset = presets[name];
  return kinds.flatMap(({ kind, channels }) =>
    channels
      .filter(({ isLocked }) => !isLocked)
      .map(({ channel }) => ({ kind, channel, cadence: cadenceOf(kind, channel) })),
  );
};

/** The preset that is set now; undefined after a choice for one kind. */
export const presetOf = (kinds: Kinds): keyof typeof presets | undefined => {
  const current = new Map(
    kinds.flatMap(({ kind, channels }) =>
      channels.map(({ channel, cadence }) => [`${kind} ${channel}`, cadence] as const),
    ),
  );
  return keysOf(presets).find((name) =>
    choicesOf(name, kinds).every(({ kind, channel, cadence }) => current.get(`${kind} ${channel}`) === cadence),
  );
};
