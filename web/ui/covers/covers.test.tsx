import { fireEvent, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Book, Cover } from './cover.tsx';

const UPLOADED = 'https://school.example/files/thumbnails/a1b2.webp';

const pictured = (container: HTMLElement) => [
  container.querySelector('img')?.getAttribute('src') ?? 'drawn',
  container.querySelectorAll('svg').length,
];

test.each([Book, Cover])('%o shows the uploaded cover, and draws one without it or when it does not load', (Shown) => {
  const { container, rerender } = render(<Shown title="मिट्टी" className="w-32" src={UPLOADED} />);
  expect(pictured(container)).toEqual([UPLOADED, 0]);
  expect(container.querySelector('source')?.getAttribute('srcset')).toContain('/covers/a1b2-');
  const image = container.querySelector('img');
  if (image) fireEvent.error(image);
  expect(pictured(container)).toEqual(['drawn', 1]);
  rerender(<Shown title="मिट्टी" className="w-32" src={null} />);
  expect(pictured(container)).toEqual(['drawn', 1]);
});
