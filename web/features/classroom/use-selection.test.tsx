import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { expect, test } from 'vitest';
import { download } from '#web/features/classroom/offline/offline-lecture-for-test.ts';
import { type Select, useSelection } from './use-selection.ts';

const lectureOf = (_id: string) => ({ ...download.lecture, _id });
const lectures = ['l1', 'l2', 'l3'].map(lectureOf);

const Notes = ({ children }: { children: ReactNode }) => (
  <MemoryRouter initialEntries={['/?tab=notes']}>{children}</MemoryRouter>
);

const useClassroom = () => ({ ...useSelection(lectures), address: useLocation().search, navigate: useNavigate() });

test('Back returns to the lecture before the one that was chosen, whatever followed it', () => {
  const { result } = renderHook(useClassroom, { wrapper: Notes });
  const shown = () => [result.current.address, result.current.index];
  const select: Select = (lecture, how) => act(() => result.current.select(lecture, how));
  select(lectureOf('l2'), 'chosen');
  expect(shown()).toEqual(['?tab=notes&lecture=l2', 1]);
  select(lectureOf('l2'), 'chosen');
  select(lectureOf('l3'), 'followed');
  expect(shown()).toEqual(['?tab=notes&lecture=l3', 2]);
  act(() => void result.current.navigate(-1));
  expect(shown()).toEqual(['?tab=notes', 0]);
});
