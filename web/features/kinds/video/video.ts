import { msg } from '@lingui/core/macro';
import { CirclePlay } from 'lucide-react';
import { lazy } from 'react';
import { formatDuration } from '#contract/format.ts';
import type { Kind } from '#web/features/kinds/kind.ts';

export const video: Kind = {
  name: msg`Video`,
  icon: CirclePlay,
  done: 'watched',
  length: ({ durationMs }) => (durationMs === null ? '' : formatDuration(durationMs)),
  offline: 'file',
  addHint: msg`Choose files, or drop them on a section`,
  freeHint: msg`Anyone can watch it without buying.`,
  Editor: lazy(() => import('./video-editor.tsx').then(({ VideoEditor }) => ({ default: VideoEditor }))),
};
