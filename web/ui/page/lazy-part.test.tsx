import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { lazyPart } from './lazy-part.ts';

test('a part that cannot be loaded leaves the page as it is', async () => {
  const There = lazyPart<{ name: string }>(async () => ({ default: ({ name }) => <p>Hello, {name}</p> }));
  const fail = async (): Promise<never> => {
    throw new TypeError('Failed to fetch dynamically imported module');
  };
  const Missing = lazyPart(fail);
  const Replaced = lazyPart<{ name: string }>(fail, ({ name }) => <p>No menu for {name}</p>);
  render(
    <Suspense fallback="Loading">
      <Missing />
      <There name="பானு" />
      <Replaced name="बानो" />
    </Suspense>,
  );
  expect(await screen.findByText('Hello, பானு')).toBeDefined();
  expect(document.body.textContent).toBe('Hello, பானுNo menu for बानो');
});
