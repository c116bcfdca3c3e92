import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { TypeFields } from './question-fields.tsx';
import { useQuestionForm } from './use-question-form.ts';

const place = { courseId: 'c1', lectureId: 'q1' };

const Fields = () => {
  const needs = { place, edited: undefined, type: 'number', atMs: null, media: {}, onSaved: () => undefined } as const;
  return <TypeFields question={useQuestionForm(needs)} />;
};

test('a right answer may be negative, so that its keyboard is one with a minus, which the decimal one of iPhones lacks', () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Fields />
    </QueryClientProvider>,
  );
  expect(screen.getByLabelText('Right answer').getAttribute('inputmode')).toBe(null);
  expect(screen.getByLabelText('Tolerance, ±').getAttribute('inputmode')).toBe('decimal');
});
