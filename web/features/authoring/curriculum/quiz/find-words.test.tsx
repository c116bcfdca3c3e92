import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { FindWords } from './find-words.tsx';

const captions = [{ language: 'en', label: 'English', address: 'https://school.example/sub-en.vtt' }];
const lecture = { captions, durationMs: 90_000, poster: null, storyboard: null };
const lectures = [
  { ...lecture, _id: 'l1', title: 'What the shop owns', number: 1 },
  { ...lecture, _id: 'l2', title: 'Profit is not cash', number: 2 },
  { ...lecture, _id: 'l3', title: 'Without captions', number: 3, captions: [] },
];

test('a minute is found in all lectures by words in any order, and chosen with its beginning and end', async () => {
  const queryClient = createQueryClient();
  const said = {
    l1: [{ startSeconds: 4.6, text: 'A sale is not a payment.' }],
    l2: [
      { startSeconds: 12.4, text: 'So in October you write a sale of cakes.' },
      { startSeconds: 52, text: 'Not one rupee of cash came from that sale in October.' },
    ],
  };
  for (const [id, sentences] of Object.entries(said)) queryClient.setQueryData(['transcript', id, 'en'], sentences);
  const onChoose = vi.fn();
  render(
    <QueryClientProvider client={queryClient}>
      <FindWords lectures={lectures} onChoose={onChoose} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup({ delay: null });
  const search = screen.getByRole('searchbox', { name: 'Words of the lecture' });
  await user.type(search, 'sale');
  const names = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(names()).toHaveLength(3);
  await user.type(search, ' october');
  expect(names()).toEqual([
    'Lecture 2, Profit is not cash · 0:12So in October you write a sale of cakes.',
    'Lecture 2, Profit is not cash · 0:52Not one rupee of cash came from that sale in October.',
  ]);
  await user.click(screen.getByRole('button', { name: /Not one rupee/ }));
  expect(onChoose).toHaveBeenCalledWith(expect.objectContaining({ lectureId: 'l2', fromMs: 52_000, toMs: 90_000 }));
  await user.type(search, ' hotel');
  expect(screen.getByText(/^No results for “.* hotel”\.$/)).toBeDefined();
});
