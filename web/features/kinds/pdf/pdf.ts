import { FileType } from 'lucide-react';
import { lazy } from 'react';
import { countOf } from '#contract/format.ts';
import type { Kind } from '#web/features/kinds/kind.ts';

export const pdf: Kind = {
  name: 'PDF',
  icon: FileType,
  done: 'read',
  doneWhen: 'when every page was shown',
  length: (lecture) => (lecture.pdf ? countOf(lecture.pdf.pages, 'page') : 'PDF'),
  Stage: lazy(() => import('./pdf-stage.tsx').then(({ PdfStage }) => ({ default: PdfStage }))),
  offline: 'file',
  addHint: 'Opens here and works offline',
  freeHint: 'Anyone can read it without buying.',
  Editor: lazy(() => import('./pdf-editor.tsx').then(({ PdfEditor }) => ({ default: PdfEditor }))),
  Fields: lazy(() => import('./pdf-editor.tsx').then(({ PdfFields }) => ({ default: PdfFields }))),
};
