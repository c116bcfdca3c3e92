import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { ImportDialog } from './import-dialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const question = { type: 'short', text: 'Wo liegt Zürich?', points: 1 };
const checked = {
  added: 0,
  lines: [
    { line: 2, question, fault: null },
    { line: 3, question: null, fault: 'No answer is right' },
  ],
  report: {
    read: 1,
    repaired: [{ line: 2, what: 'Wrong answers take no points away here' }],
    leftOut: [
      { line: 1, why: 'Above the header' },
      { line: 3, why: 'No answer is right' },
    ],
  },
};

const open = () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return Response.json({ success: true, message: '', ...checked });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ImportDialog place={{ courseId: 'c1', lectureId: 'l1' }} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  return sent;
};

const choose = (bytes: Uint8Array<ArrayBuffer>) =>
  userEvent.upload(screen.getByLabelText('Or a file'), new File([bytes], 'questions.csv', { type: 'text/csv' }));

const textOf = (list: string): string | null => screen.getByRole('list', { name: list }).textContent;

test('a file of Windows is read with its letters, and the check shows what became of each line', async () => {
  const sent = open();
  const text = 'Question;Answer\r\nWo liegt Zürich?;Schweiz\r\nWer?\r\n';
  await choose(Uint8Array.from(Buffer.from(text, 'latin1')));
  const field = await screen.findByDisplayValue(/Zürich/);
  expect(field).toBe(screen.getByLabelText('Questions'));
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
  expect(await screen.findByText('1 question can be added, 1 cannot be read and stays out.')).toBeDefined();
  expect(sent).toEqual([{ format: 'csv', text: text.replaceAll('\r', ''), isDryRun: true }]);
  expect(textOf('What is in it')).toBe('Line 2Wo liegt Zürich?Short text · 1 pointLine 3No answer is right');
  expect(textOf('Repaired')).toBe(
    'Line 2: Read as Windows-1252, because it is not UTF-8. If letters look wrong, save the file as UTF-8.' +
      'Line 2: Wrong answers take no points away here',
  );
  expect(textOf('Left out')).toBe('Line 1: Above the header');
});

test('a file whose letters cannot be read says so at its field, and leaves nothing to check', async () => {
  const sent = open();
  await choose(Uint8Array.of(0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2));
  const problem = await screen.findByText(/UTF-8/);
  const described = screen.getByLabelText('Or a file').getAttribute('aria-describedby')?.split(' ');
  expect(described).toContain(problem.closest('[id]')?.id);
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
  expect(sent).toEqual([]);
});
