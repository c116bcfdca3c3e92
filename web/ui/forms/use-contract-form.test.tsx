import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Button } from '#web/ui/button.tsx';
import { FormAlert, TextField } from './fields.tsx';
import { Toaster } from '#web/ui/toasts/toaster.tsx';
import { useContractForm } from './use-contract-form.ts';

const INCOMPLETE = 'Every field is required';
const TOO_SHORT = 'The title is too short';
const schema = z.object({
  title: z.string().min(1, INCOMPLETE).min(3, TOO_SHORT),
  category: z.string().min(1, INCOMPLETE),
});

function Form({ load }: { load?: () => Promise<typeof schema> }) {
  const { formError, field, isBusy, onSubmit } = useContractForm({
    schema: load ?? schema,
    defaults: { title: '', category: '' },
    messages: { error: 'Not saved', incomplete: INCOMPLETE },
    run: async () => undefined,
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      {formError && <FormAlert>{formError}</FormAlert>}
      <TextField label="Title" {...field('title', 'Enter a title')} />
      <TextField label="Category" {...field('category', 'Enter a category')} />
      <Button type="submit" isBusy={isBusy}>
        Save
      </Button>
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
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
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

test('a schema is loaded with the first key, and judges the form like any other', async () => {
  const person = userEvent.setup({ delay: null });
  let loads = 0;
  const load = async () => {
    loads += 1;
    return schema;
  };
  render(<Form load={load} />);
  await person.click(screen.getByLabelText('Title'));
  expect(loads).toBe(0);
  await person.type(screen.getByLabelText('Title'), 'T');
  expect(loads).toBe(1);
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toBe(INCOMPLETE);
  expect(screen.getByText('Enter a category')).toBeTruthy();
});

test('a press is seen at once, also while the schema is still being loaded', async () => {
  const person = userEvent.setup({ delay: null });
  const loading = Promise.withResolvers<typeof schema>();
  render(<Form load={() => loading.promise} />);
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  await person.click(save);
  expect([save.disabled, save.getAttribute('aria-busy')]).toEqual([true, 'true']);
  loading.resolve(schema);
  expect((await screen.findByRole('alert')).textContent).toBe(INCOMPLETE);
  await waitFor(() => expect([save.disabled, save.getAttribute('aria-busy')]).toEqual([false, null]));
});

test('a form says that it failed when its schema cannot be loaded, and works at the next try', async () => {
  const person = userEvent.setup({ delay: null });
  let isOnline = false;
  const load = async () => {
    if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module');
    return schema;
  };
  render(<Form load={load} />);
  const save = screen.getByRole('button', { name: 'Save' });
  await person.click(save);
  expect((await screen.findByRole('alert')).textContent).toBe('Not saved');
  expect(toasts()).toEqual(['Not saved']);
  isOnline = true;
  await person.click(save);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(INCOMPLETE));
});

test('what is typed while a form is saved stays as a change, and the rest is as it was saved', async () => {
  const person = userEvent.setup({ delay: null });
  const responses: (() => void)[] = [];
  function Saved() {
    const contract = useContractForm({
      schema,
      defaults: { title: 'Tides', category: 'Science' },
      messages: { error: 'Not saved', incomplete: INCOMPLETE },
      run: async ({ title, category }) => {
        await new Promise<void>((resolve) => responses.push(resolve));
        return { title: title.trim(), category };
      },
      onSuccess: (saved): void => contract.showSaved(saved),
    });
    const { form, field, isBusy, onSubmit } = contract;
    return (
      <form noValidate onSubmit={onSubmit}>
        <TextField label="Title" {...field('title', 'Enter a title')} />
        <TextField label="Category" {...field('category', 'Enter a category')} />
        <Button type="submit" isBusy={isBusy}>
          Save
        </Button>
        <output>{Object.keys(form.formState.dirtyFields).join()}</output>
      </form>
    );
  }
  render(<Saved />);
  await person.type(screen.getByLabelText('Title'), ' and moons ');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(responses).toHaveLength(1));
  await person.type(screen.getByLabelText('Category'), ' of seas');
  responses[0]?.();
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('category'));
  expect(['Title', 'Category'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value)).toEqual([
    'Tides and moons',
    'Science of seas',
  ]);
});
