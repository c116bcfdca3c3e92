import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Leaf } from '#contract/rich-text.ts';
import { RichText } from './rich-text.tsx';

const leaf = (kind: Leaf['kind'], text: string, marks: Leaf['spans'][number]['marks'] = []): Leaf => ({
  kind,
  spans: [{ text, marks, href: null }],
});

test('each block begins on the side of its script, with all that is in it, and code on the left', () => {
  const { container } = render(
    <RichText
      blocks={[
        leaf('heading', 'الفرن'),
        leaf('paragraph', 'שלום'),
        { kind: 'list', start: 1, items: [{ isDone: null, blocks: [leaf('paragraph', 'أولا')] }] },
        { kind: 'quote', blocks: [{ kind: 'list', start: null, items: [{ isDone: true, blocks: [] }] }] },
        { kind: 'table', align: [null], rows: [[leaf('paragraph', 'ثانيا').spans]] },
        leaf('code', 'npm start'),
        leaf('paragraph', 'npm', ['code']),
      ]}
    />,
  );
  const directions = [...container.querySelectorAll<HTMLElement>('[dir]')].map(
    ({ tagName, dir }) => `${tagName} ${dir}`,
  );
  expect(directions).toEqual([
    'H3 auto',
    'P auto',
    'OL auto',
    'BLOCKQUOTE auto',
    'DIV auto',
    'PRE ltr',
    'P auto',
    'CODE ltr',
  ]);
});
