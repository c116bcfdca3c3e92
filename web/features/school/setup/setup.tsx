import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { errors } from '#contract/errors.ts';
import { messages } from '#contract/messages.ts';
import { PlanPrice } from '#contract/plans.ts';
import { SetupBody } from '#contract/setup.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { endpointQuery, queryKeys } from '#web/api/query-keys.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { FormAlert, PasswordField, TextField } from '#web/ui/forms/fields.tsx';
import { FormPage } from '#web/ui/forms/form-page.tsx';
import { LoadingNote, QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { useChangeSite, useSite } from '#web/ui/page/site.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { pathTo } from '#web/app/path-to.ts';
import { type Setting, SettingFields } from '#web/features/school/settings/setting-field.tsx';
import { sessionStore } from '#web/app/session/session.ts';

const schoolName: Setting<'brandName'> = {
  name: 'brandName',
  label: 'School name',
  hint: 'In the header, in emails and on receipts. You can change it later.',
  whenMissing: messages.settings.brandNameMissing,
};

/** Checked once, because each check counts towards the rate limit. */
const linkQuery = (token: string) => ({
  ...endpointQuery(queryKeys.setupLink(token), 'POST /setup/check', { body: { token } }),
  staleTime: Infinity,
  gcTime: 0,
});

const SampleCourses = (input: ComponentProps<'input'>) => (
  <label className="surface flex cursor-pointer items-start gap-3 p-4">
    <input type="checkbox" className="checkbox checkbox-primary border-line-strong mt-0.5" {...input} />
    <span>
      <span className="block font-semibold">Add sample courses</span>
      <span className="text-muted block text-sm">
        Four short courses with videos, so you can try everything right away.
      </span>
    </span>
  </label>
);

/** The price is typed in rupees. */
const SetupDraft = SetupBody.extend({
  priceInPaise: z
    .string()
    .transform((rupees) => Math.round(Number(rupees) * 100))
    .pipe(PlanPrice),
});

interface SetupFormProps {
  token: string;
  known: ResponseOf<'POST /setup/check'>;
  onFinished: () => void;
}

const useSetupForm = ({ token, known, onFinished }: SetupFormProps) => {
  const changeSite = useChangeSite();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useContractForm({
    schema: SetupDraft,
    defaults: {
      token,
      brandName: known.brandName,
      priceInPaise: String(known.priceInPaise / 100),
      fullName: '',
      email: '',
      password: '',
      publicAddress: globalThis.location.origin,
      withSamples: true,
    },
    messages: { ...messages.setup, error: errors.internal[1] },
    run: (body) => call('POST /setup', { body }),
    onSuccess: async (response) => {
      onFinished();
      sessionStore.start(response);
      changeSite((await call('GET /site')).site);
      await queryClient.invalidateQueries({ queryKey: queryKeys.courseLists });
      await navigate(pathTo('dashboard'), { replace: true });
    },
  });
};

function SetupForm(props: SetupFormProps) {
  const { brandName, brandNameVariable } = props.known;
  const { currencySymbol } = useSite();
  const { form, formError, isBusy, onSubmit, field } = useSetupForm(props);

  return (
    <form className="space-y-5" noValidate onSubmit={onSubmit}>
      {formError && <FormAlert>{formError}</FormAlert>}
      <SettingFields
        settings={[schoolName]}
        field={field}
        values={{ brandName }}
        environment={{ brandName: brandNameVariable ?? undefined }}
      />
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
        label={`Price of the yearly bundle, in ${currencySymbol}`}
        inputMode="decimal"
        required
        hint="It opens every lecture for a year. You can change it and add plans later."
        {...field('priceInPaise', messages.plans.priceMissing)}
      />
      <TextField
        label="Public address"
        type="url"
        inputMode="url"
        required
        hint="Where people reach your school. Used in email links."
        {...field('publicAddress', 'Enter the address')}
      />
      <SampleCourses {...form.register('withSamples')} />
      <Button type="submit" size="large" className="w-full" isBusy={isBusy}>
        Create school
      </Button>
    </form>
  );
}

const FormSkeleton = () => (
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
  // The new session clears the cache; without this, the used link would be checked again.
  const link = useQuery({ ...linkQuery(token), enabled: !isFinished });
  return (
    <FormPage
      heading="Set up your school"
      lead={link.data && 'You’ll be the first admin. This link can be used once.'}
      quotation={3}
    >
      <QueryBoundary
        query={link}
        skeleton={<FormSkeleton />}
        failure={errors.internal[1]}
        notFound={{ action: <LinkButton to={pathTo('login')}>Login</LinkButton> }}
      >
        {(known) => <SetupForm token={token} known={known} onFinished={() => setFinished(true)} />}
      </QueryBoundary>
    </FormPage>
  );
}
