import { Radio } from 'lucide-react';
import { lazy } from 'react';
import type { Kind } from '#web/features/kinds/kind.ts';
import { classDay } from './class-time.ts';

export const live: Kind = {
  name: 'Live class',
  icon: Radio,
  done: 'attended',
  length: ({ live: dated }, timeZone) => {
    if (!dated) return 'Live class';
    return dated.isCancelled ? 'Cancelled' : classDay(dated.startsAt, timeZone);
  },
  Stage: lazy(() => import('./live-stage.tsx').then(({ LiveStage }) => ({ default: LiveStage }))),
  addHint: 'A date and a link; the recording replaces it',
  AddDialog: lazy(() => import('./new-class.tsx').then(({ NewClass }) => ({ default: NewClass }))),
  freeHint: 'Anyone can see when it is. Only learners get the link.',
  Fields: lazy(() => import('./class-editor.tsx').then(({ ClassFields }) => ({ default: ClassFields }))),
  Below: lazy(() => import('./class-editor.tsx').then(({ RecordingEditor }) => ({ default: RecordingEditor }))),
};
