import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { FormAlert, TextField } from '#web/components/fields.tsx';
import { Toaster } from '#web/components/toaster.tsx';
import { useContractForm } from '#web/forms/use-contract-form.ts';

const INCOMPLETE = 'Every field is required';
const TOO_SHORT = 'The title is too short';
const schema = z.object({
  title: z.string().min(1, INCOMPLETE).min(3, TOO_SHORT),
  category: z.string().min(1, INCOMPLETE),
});

function Form() {
  const { formError, field, onSubmit } = useContractForm({
    schema,
    defaults: { title: '', category: '' },
    sentences: { error: 'Not saved', incomplete: INCOMPLETE },
    run: async () => undefined,
  });
  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)}>
      {formError && <FormAlert>{formError}</FormAlert>}
      <TextField label="Title" {...field('title', 'Enter a title')} />
      <TextField label="Category" {...field('category', 'Enter a category')} />
      <button type="submit">Save</button>
      <Toaster />
    </form>
  );
}

/** The toasts that are not leaving. */
const toasts = () => [...document.querySelectorAll('.toast-slot:not([data-leaving])')].map((slot) => slot.textContent);

test('a field error disappears once the field is filled', async () => {
  const person = userEvent.setup({ delay: null });
  render(<Form />);
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(toasts()).toEqual([INCOMPLETE]);
  await person.type(screen.getByLabelText('Title'), 'Ti');
  expect([toasts(), screen.getByRole('alert').textContent]).toEqual([[INCOMPLETE], INCOMPLETE]);
  await person.type(screen.getByLabelText('Category'), 'Science');
  await waitFor(() => expect([toasts(), screen.getByRole('alert').textContent]).toEqual([[], TOO_SHORT]));
  await person.type(screen.getByLabelText('Title'), 'des');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a field error is shown again at the next submit', async () => {
  const person = userEvent.setup({ delay: null });
  render(<Form />);
  const save = screen.getByRole('button', { name: 'Save' });
  await person.click(save);
  await person.type(screen.getByLabelText('Title'), 'Tides');
  await person.type(screen.getByLabelText('Category'), 'Science');
  await waitFor(() => expect(toasts()).toEqual([]));
  await person.clear(screen.getByLabelText('Category'));
  expect(toasts()).toEqual([]);
  await person.click(save);
  expect(toasts()).toEqual([INCOMPLETE]);
});
