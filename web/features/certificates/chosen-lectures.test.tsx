import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { ChosenLectures } from './chosen-lectures.tsx';

test('all lectures are required, or those that are ticked', async () => {
  const seen: (string[] | null)[] = [];
  const Rule = () => {
    const [chosen, choose] = useState<string[] | null>(null);
    seen.push(chosen);
    return (
      <ChosenLectures
        legend="Required lectures"
        all="Every lecture"
        some="Only these"
        options={[
          { id: 'a', title: 'Warm land', isDraft: false },
          { id: 'b', title: 'Cool sea', isDraft: true },
        ]}
        chosen={chosen}
        onChoose={choose}
        error={undefined}
      />
    );
  };
  render(<Rule />);
  expect(screen.queryByRole('checkbox')).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Only these' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Warm land' }));
  await userEvent.click(screen.getByRole('checkbox', { name: /^Cool sea/ }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Warm land' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Every lecture' }));
  expect(seen).toEqual([null, [], ['a'], ['a', 'b'], ['b'], null]);
});
