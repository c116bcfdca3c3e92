import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PeopleChart } from './chart-panels.tsx';

/** Whether a sector takes more than half of the circle: the large-arc flag of its outline. */
const isMoreThanHalf = (outline: string | null): boolean => /A\s*[\d.]+,[\d.]+,\s*[\d.]+,\s*1,/.test(outline ?? '');

test('the slices add up to all registered users, and the legend has both totals', () => {
  const { container } = render(<PeopleChart registeredCount={4} enrolledCount={3} />);
  const sectors = [...container.querySelectorAll('.recharts-pie-sector path')];
  expect(sectors.map((sector) => [sector.getAttribute('fill'), isMoreThanHalf(sector.getAttribute('d'))])).toEqual([
    ['var(--chart-green)', true],
    ['var(--chart-yellow)', false],
  ]);
  expect(screen.getAllByRole('term').map((name) => name.textContent)).toEqual([
    'Registered users1 not enrolled',
    'Enrolled users',
  ]);
  expect(screen.getAllByRole('definition').map((total) => total.textContent)).toEqual(['4', '3']);
});
