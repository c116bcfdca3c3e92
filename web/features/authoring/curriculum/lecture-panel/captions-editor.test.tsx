import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { aLecture } from '#web/features/authoring/curriculum/editor-for-test.tsx';
import { CaptionsEditor } from './captions-editor.tsx';

afterEach(() => vi.unstubAllGlobals());

test('captions show what was read, repaired and left out, until another file is chosen', async () => {
  const repaired = [4, 9, 9, 17].map((line) => ({ line, what: 'An empty line inside the caption was removed' }));
  const leftOut = [
    { line: 21, why: 'The time cannot be read' },
    ...Array.from({ length: 15 }, (_, index) => ({ line: 30 + index, why: 'It does not end after it begins' })),
  ];
  const report = { read: 12, repaired, leftOut };
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: true, message: 'Captions saved', course: {}, sections: [], lectures: [], report }),
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <CaptionsEditor courseId="c1" lecture={aLecture('rain', null)} />
    </QueryClientProvider>,
  );
  const file = new File(['1'], 'rain.srt', { type: 'application/x-subrip' });
  await userEvent.upload(screen.getByLabelText('Captions file'), file);
  await userEvent.click(screen.getByRole('button', { name: 'Add captions' }));
  expect(await screen.findByText('12 captions read.')).toBeDefined();
  const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(texts).toEqual([
    'Lines 4, 9 and 17: An empty line inside the caption was removed',
    'Line 21: The time cannot be read',
    'Lines 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41 and 3 more: It does not end after it begins',
  ]);
  await userEvent.upload(screen.getByLabelText('Captions file'), file);
  expect(screen.queryByText('12 captions read.')).toBeNull();
});
