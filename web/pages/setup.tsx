import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { errors } from '#contract/errors.ts';
import { messages } from '#contract/messages.ts';
import { SetupBody } from '#contract/setup.ts';
import { ApiError, sentenceOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { FormAlert, PasswordField, TextField } from '#web/components/fields.tsx';
import { FormPage } from '#web/components/form-page.tsx';
import { LoadingNote, Skeleton } from '#web/components/skeletons.tsx';
import { EmptyState, ErrorState } from '#web/components/states.tsx';
import { useContractForm } from '#web/forms/use-contract-form.ts';
import { sessionStore } from '#web/session/session.ts';

/** A link is checked once: asking again would count towards the limit of tries. */
const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['setup', token],
    queryFn: ({ signal }) => call('POST /setup/check', { body: { token }, signal }),
    staleTime: Infinity,
    gcTime: 0,
  });

function SetupForm({ token, onFinished }: { token: string; onFinished: () => void }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { form, complaint, isBusy, onSubmit, field } = useContractForm({
    schema: SetupBody,
    defaults: {
      token,
      fullName: '',
      email: '',
      password: '',
      publicAddress: globalThis.location.origin,
      withSamples: true,
    },
    sentences: { ...messages.setup, error: errors.internal[1] },
    run: (body) => call('POST /setup', { body }),
    onSuccess: async (answer) => {
      onFinished();
      sessionStore.start(answer);
      await queryClient.invalidateQueries({ queryKey: ['courses'] });
      await navigate('/courses', { replace: true });
    },
  });

  return (
    <form className="space-y-5" noValidate onSubmit={(event) => void onSubmit(event)}>
      {complaint && <FormAlert>{complaint}</FormAlert>}
      <TextField label="Full Name" autoComplete="name" required {...field('fullName', 'Enter your name')} />
      <TextField label="Email" type="email" autoComplete="email" required {...field('email', 'Enter your email')} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        required
        hint="At least 8 characters"
        {...field('password', 'Choose a password')}
      />
      <TextField
        label="Public address"
        type="url"
        inputMode="url"
        required
        hint="Where people reach the school. Links in mails start with it."
        {...field('publicAddress', 'Enter the address')}
      />
      <label className="surface flex cursor-pointer items-start gap-3 p-4">
        <input
          type="checkbox"
          className="checkbox checkbox-primary border-line-strong mt-0.5"
          {...form.register('withSamples')}
        />
        <span>
          <span className="block font-semibold">Add sample courses</span>
          <span className="text-muted block text-sm">Four short courses with videos, to try everything at once.</span>
        </span>
      </label>
      <Button type="submit" size="large" className="w-full" isBusy={isBusy}>
        Create the school
      </Button>
    </form>
  );
}

const Waiting = () => (
  <>
    <LoadingNote />
    <div className="space-y-6">
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} className="h-16 w-full" />
      ))}
    </div>
  </>
);

export function Component() {
  const { token = '' } = useParams();
  const [isFinished, setFinished] = useState(false);
  // The new session empties what was loaded: the link, closed by now, is not to be checked again.
  const link = useQuery({ ...linkQuery(token), enabled: !isFinished });
  const isClosed = link.error instanceof ApiError && link.error.status >= 400 && link.error.status < 500;
  return (
    <FormPage
      heading="Set up your school"
      lead={link.data && 'You become its first administrator. This link works once.'}
      quotation={3}
    >
      {link.isPending && <Waiting />}
      {link.data && <SetupForm token={token} onFinished={() => setFinished(true)} />}
      {link.isError && isClosed && (
        <EmptyState action={<LinkButton to="/login">Login</LinkButton>}>
          {sentenceOf(link.error, errors.setup_closed[1])}
        </EmptyState>
      )}
      {link.isError && !isClosed && (
        <ErrorState onRetry={() => void link.refetch()} isRetrying={link.isFetching}>
          {sentenceOf(link.error, errors.internal[1])}
        </ErrorState>
      )}
    </FormPage>
  );
}
