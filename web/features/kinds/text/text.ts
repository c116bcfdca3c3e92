import { msg } from '@lingui/core/macro';
import { FileText } from 'lucide-react';
import { lazy } from 'react';
import { formatLength } from '#contract/format.ts';
import type { Kind } from '#web/features/kinds/kind.ts';

export const text: Kind = {
  name: msg`Text`,
  newTitle: msg`New text`,
  icon: FileText,
  done: 'read',
  length: ({ durationMs }, _timeZone, { _, locale }) =>
    durationMs === null ? '' : _(msg`${{ length: formatLength(durationMs, locale) }} read`),
  Stage: lazy(() => import('./text-stage.tsx').then(({ TextStage }) => ({ default: TextStage }))),
  offline: 'text',
  addHint: msg`Write it here, with pictures`,
  freeHint: msg`Anyone can read it without buying.`,
  Fields: lazy(() => import('./text-editor.tsx').then(({ TextEditor }) => ({ default: TextEditor }))),
};
