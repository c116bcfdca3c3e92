import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Block, PresentedBlock } from '#contract/catalog/page-blocks.ts';
import { english } from '#contract/languages/language.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { site } from '#web/ui/page/site-for-test.ts';
import { movedTo, summaryOf } from './block-kinds.ts';
import { Blocks } from './blocks.tsx';

const show = (blocks: PresentedBlock[], plans = site.plans) =>
  render(
    <MemoryRouter>
      <SiteProvider value={{ ...site, plans }}>
        <Blocks blocks={blocks} hasBuyButton />
      </SiteProvider>
    </MemoryRouter>,
  );

const hostile = '<img src=x onerror=alert(1)>';

test('words of an owner are text and never elements', () => {
  const { container } = show([
    { kind: 'quote', id: 'a', quote: hostile, who: hostile, about: hostile },
    { kind: 'questions', id: 'b', title: hostile, questions: [{ question: hostile, answer: [] }] },
  ]);
  expect(screen.getAllByText(hostile)).toHaveLength(4);
  expect(screen.getAllByText(`“${hostile}”`)).toHaveLength(1);
  expect(container.querySelector('img')).toBeNull();
});

test('a video elsewhere is a link, and a free lecture one to its page: nothing is embedded', () => {
  const lecture = {
    _id: 'l1',
    title: 'The wheel',
    durationMs: 60_000,
    courseId: 'c1',
    thumbnail: { secure_url: null },
  };
  const { container } = show([
    { kind: 'link', id: 'a', label: 'Our studio', href: 'https://video.example/1', caption: '' },
    { kind: 'video', id: 'b', title: '', caption: '', lecture },
  ]);
  expect(screen.getByRole('link', { name: 'Our studio' }).getAttribute('href')).toBe('https://video.example/1');
  const watch = screen.getByRole('link', { name: /^Watch free:\s*The wheel/ });
  expect(watch.getAttribute('href')).toBe('/courses/preview?course=c1&lecture=l1');
  expect(container.querySelector('iframe, video, embed, object')).toBeNull();
});

test('plans say what they open and for how long, and are left out where nothing is sold', () => {
  const single = site.plans.map((plan) => ({ ...plan, _id: 'one', name: 'One course', opens: { courseIds: ['c1'] } }));
  const block: PresentedBlock = { kind: 'plans', id: 'p', title: 'Plans' };
  const { unmount } = show([block], [...site.plans, ...single]);
  const [first, second] = screen.getAllByRole('listitem');
  expect(first?.textContent).toContain('1 year, all courses. 100% refund');
  expect(second?.textContent).toContain('1 year, 1 course. 100% refund');
  expect(within(first ?? document.body).getByRole('link').className).toContain('btn-accent');
  unmount();
  show([block], []);
  expect(screen.queryByText('Plans')).toBeNull();
});

test('a block is moved within the list, and no further', () => {
  const blocks = ['a', 'b', 'c'].map((id): Block => ({ kind: 'plans', id, isHidden: false, title: '' }));
  const ids = (id: string, index: number) => movedTo(blocks, id, index).map((block) => block.id);
  expect([ids('c', 0), ids('a', 1), ids('b', 3), ids('b', -1), ids('x', 0)]).toEqual([
    ['c', 'a', 'b'],
    ['b', 'a', 'c'],
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ]);
});

test('the list of blocks names each by its words', () => {
  const common = { id: 'a', isHidden: false };
  expect(summaryOf({ kind: 'quote', ...common, quote: 'It holds.', who: 'Devika', about: '' }, english)).toBe(
    'Devika: It holds.',
  );
  expect(summaryOf({ kind: 'courses', ...common, title: '', courseIds: [] }, english)).toBe('The newest');
  expect(summaryOf({ kind: 'courses', ...common, title: '', courseIds: ['c1'] }, english)).toBe('1 course');
});
