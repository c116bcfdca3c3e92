import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ApiError } from '#web/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Toaster } from '#web/ui/toasts/toaster.tsx';
import { FormAlert, TextField } from './fields.tsx';
import { useVisitorForm } from './use-visitor-form.ts';

const INCOMPLETE = 'Please fill all the details';
const schema = z.object({
  fullName: z.string().trim().min(1, INCOMPLETE).min(5, 'Name should be atleast of 5 characters'),
  email: z.email(INCOMPLETE),
});
type Sent = z.infer<typeof schema>;

function Form({ load = async () => schema, run }: { load?: () => Promise<typeof schema>; run: (sent: Sent) => void }) {
  const { formProps, field, formError, isBusy, values } = useVisitorForm({
    schema: load,
    defaults: { fullName: '', email: '' },
    messages: { error: 'Not created', incomplete: INCOMPLETE },
    run: async (sent) => run(sent),
  });
  return (
    <form {...formProps}>
      {formError && <FormAlert>{formError}</FormAlert>}
      <TextField label="Name" {...field('fullName', 'Enter your name')} />
      <TextField label="Email" {...field('email', 'Enter your email')} />
      <Button type="submit" isBusy={isBusy}>
        Create
      </Button>
      <output>{values.fullName}</output>
      <Toaster />
    </form>
  );
}

const open = (props: Partial<Parameters<typeof Form>[0]> = {}) => {
  const sent: Sent[] = [];
  render(<Form run={(input) => void sent.push(input)} {...props} />);
  const [name, email] = ['Name', 'Email'].map((label) => screen.getByLabelText<HTMLInputElement>(label));
  if (!name || !email) throw new Error('A field is missing');
  const create = screen.getByRole('button', { name: 'Create' });
  return { person: userEvent.setup({ delay: null }), sent, name, email, create };
};

const toasts = () => [...document.querySelectorAll('.toast-slot:not([data-leaving])')].map((slot) => slot.textContent);
const errorOf = (field: HTMLElement) =>
  document.querySelector(`[id="${field.getAttribute('aria-describedby')}"]`)?.textContent;

test('no schema is loaded before the first key', async () => {
  let loads = 0;
  const { person, name } = open({
    load: async () => {
      loads += 1;
      return schema;
    },
  });
  await person.click(name);
  expect(loads).toBe(0);
  await person.type(name, 'ब');
  expect([loads, screen.getByRole('status').textContent]).toEqual([1, 'ब']);
});

test('what is missing is said above and beside its fields, until it is corrected', async () => {
  const { person, sent, name, email, create } = open();
  await person.type(name, 'Bina');
  await person.click(create);
  expect((await screen.findByRole('alert')).textContent).toBe(INCOMPLETE);
  expect([toasts(), errorOf(name), errorOf(email), document.activeElement]).toEqual([
    [INCOMPLETE],
    'Name should be atleast of 5 characters',
    'Enter your email',
    name,
  ]);
  await person.type(name, ' Shah');
  await waitFor(() => expect(errorOf(name)).toBeUndefined());
  await person.type(email, 'bina@school.example');
  await waitFor(() => expect([screen.queryByRole('alert'), toasts()]).toEqual([null, []]));
  await person.click(create);
  await waitFor(() => expect(sent).toEqual([{ fullName: 'Bina Shah', email: 'bina@school.example' }]));
});

test('what was typed before the program ran is sent', async () => {
  const { person, sent, name, email, create } = open();
  name.value = 'علي حسن';
  email.value = 'ali@school.example';
  await person.click(create);
  await waitFor(() => expect(sent).toEqual([{ fullName: 'علي حسن', email: 'ali@school.example' }]));
});

test('what the server refuses is said beside its field, which gets the focus', async () => {
  const taken = 'This email is taken';
  const refuse = () => {
    throw new ApiError({
      status: 409,
      code: 'email_taken',
      serverMessage: taken,
      details: [{ path: 'email', message: taken }],
    });
  };
  const { person, name, email, create } = open({ run: refuse });
  await person.type(name, 'Bina Shah');
  await person.type(email, 'bina@school.example');
  await person.click(create);
  await waitFor(() => expect(errorOf(email)).toBe(taken));
  expect([screen.getByRole('alert').textContent, document.activeElement]).toEqual([taken, email]);
  await person.type(email, 's');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('a schema that cannot be loaded is a failure of the form, and the next try works', async () => {
  let isOnline = false;
  const { person, create } = open({
    load: async () => {
      if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module');
      return schema;
    },
  });
  await person.click(create);
  expect((await screen.findByRole('alert')).textContent).toBe('Not created');
  isOnline = true;
  await person.click(create);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(INCOMPLETE));
});
