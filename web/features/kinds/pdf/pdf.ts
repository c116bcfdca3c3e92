import { msg, plural } from '@lingui/core/macro';
import { FileType } from 'lucide-react';
import { lazy } from 'react';
import type { Kind } from '#web/features/kinds/kind.ts';

export const pdf: Kind = {
  name: msg`PDF`,
  icon: FileType,
  done: 'read',
  doneWhen: msg`when every page was shown`,
  length: (lecture, _timeZone, { _ }) => {
    if (!lecture.pdf) return _(msg`PDF`);
    const { pages } = lecture.pdf;
    return _(msg({ message: plural(pages, { one: '# page', other: '# pages' }) }));
  },
  Stage: lazy(() => import('./pdf-stage.tsx').then(({ PdfStage }) => ({ default: PdfStage }))),
  offline: 'file',
  addHint: msg`Opens here and works offline`,
  freeHint: msg`Anyone can read it without buying.`,
  Editor: lazy(() => import('./pdf-editor.tsx').then(({ PdfEditor }) => ({ default: PdfEditor }))),
  Fields: lazy(() => import('./pdf-editor.tsx').then(({ PdfFields }) => ({ default: PdfFields }))),
};
