import { msg } from '@lingui/core/macro';
import { Headphones } from 'lucide-react';
import { lazy } from 'react';
import { formatDuration } from '#contract/format.ts';
import type { Kind } from '#web/features/kinds/kind.ts';

export const audio: Kind = {
  name: msg`Audio`,
  icon: Headphones,
  done: 'heard',
  length: ({ durationMs }) => (durationMs === null ? '' : formatDuration(durationMs)),
  offline: 'file',
  addHint: msg`MP3, M4A, WAV; with words and chapters`,
  freeHint: msg`Anyone can listen to it without buying.`,
  Editor: lazy(() => import('./audio-editor.tsx').then(({ AudioEditor }) => ({ default: AudioEditor }))),
};
