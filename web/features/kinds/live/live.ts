import { msg } from '@lingui/core/macro';
import { Radio } from 'lucide-react';
import { lazy } from 'react';
import type { Kind } from '#web/features/kinds/kind.ts';
import { classDay } from './class-time.ts';

export const live: Kind = {
  name: msg`Live class`,
  icon: Radio,
  done: 'attended',
  length: ({ live: dated }, timeZone, { _, locale }) => {
    if (!dated) return _(msg`Live class`);
    return dated.isCancelled ? _(msg`Cancelled`) : classDay(dated.startsAt, timeZone, locale);
  },
  Stage: lazy(() => import('./live-stage.tsx').then(({ LiveStage }) => ({ default: LiveStage }))),
  addHint: msg`A date and a link; the recording replaces it`,
  AddDialog: lazy(() => import('./new-class.tsx').then(({ NewClass }) => ({ default: NewClass }))),
  freeHint: msg`Anyone can see when it is. Only learners get the link.`,
  Fields: lazy(() => import('./class-editor.tsx').then(({ ClassFields }) => ({ default: ClassFields }))),
  Below: lazy(() => import('./class-editor.tsx').then(({ RecordingEditor }) => ({ default: RecordingEditor }))),
};
