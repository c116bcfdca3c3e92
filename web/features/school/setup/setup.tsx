import { Trans, useLingui } from '@lingui/react/macro';
import { typedNumber } from '#web/ui/forms/typed-number.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import { useNavigate, useParams } from 'react-router';
import { DEFAULT_ACCENT } from '#contract/school/accent.ts';
import { errors } from '#contract/errors.ts';
import { messages } from '#contract/messages.ts';
import { PlanPrice } from '#contract/billing/plans.ts';
import { SetupBody } from '#contract/school/setup.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { endpointQuery, invalidate } from '#web/api/query.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { FormAlert, PasswordField, TextField } from '#web/ui/forms/fields.tsx';
import { PasswordStrength } from '#web/ui/forms/password-strength.tsx';
import { FormPage } from '#web/ui/forms/form-page.tsx';
import { AVATAR_ACCEPT, FileDrop } from '#web/ui/inputs/file-drop.tsx';
import { LoadingNote, QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { SiteProvider, useChangeSite, useSite } from '#web/ui/page/site.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { More } from '#web/ui/more.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { AccentField } from '#web/features/school/settings/accent-field.tsx';
import { LookPreview, Miniature } from '#web/features/school/settings/look-preview.tsx';
import { showAccent } from '#web/features/school/settings/show-accent.ts';
import { FixedField } from '#web/features/school/settings/setting-field.tsx';
import { sessionStore } from '#web/app/session/session.ts';

/** Checked once, because each check counts towards the rate limit. */
const linkQuery = (token: string) =>
  endpointQuery('setup-link', 'POST /setup/check', { body: { token }, staleTime: Infinity, gcTime: 0 });

const SampleCourses = (input: ComponentProps<'input'>) => (
  <label className="surface flex cursor-pointer items-start gap-3 p-4">
    <input type="checkbox" className="checkbox checkbox-primary border-line-strong mt-0.5" {...input} />
    <span>
      <span className="block font-semibold">
        <Trans>Add sample courses</Trans>
      </span>
      <span className="text-muted block text-sm">
        <Trans>
          Four short courses with videos to try everything with. They are drafts, and one press removes them.
        </Trans>
      </span>
    </span>
  </label>
);

/** The price is typed in rupees. */
const SetupDraft = SetupBody.extend({
  priceInPaise: typedNumber.transform((rupees) => Math.round(rupees * 100)).pipe(PlanPrice),
});

type Known = ResponseOf<'POST /setup/check'>;

interface SetupFormProps {
  token: string;
  known: Known;
  onFinished: () => void;
}

const useSetupForm = ({ token, known, onFinished }: SetupFormProps) => {
  const changeSite = useChangeSite();
  const { accent } = useSite();
  const [logo, setLogo] = useState<File>();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  /** It needs the new session. The school stands without it, and has its field in the settings. */
  const saveLogo = async (file: File): Promise<void> => {
    const request = { params: { image: 'logo' }, fields: {}, files: { file } } as const;
    await call('PUT /admin/settings/school/images/:image', request).catch((error: unknown) =>
      toast.error(errorMessage(error, messages.settings.error)),
    );
  };
  const form = useContractForm({
    schema: SetupDraft,
    defaults: {
      token,
      brandName: known.brandName,
      accent,
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
      if (logo) await saveLogo(logo);
      const { site } = await call('GET /site');
      changeSite(site);
      showAccent(site.accent);
      await invalidate(queryClient, ['course-lists']);
      await navigate(pathTo('dashboard'), { replace: true });
    },
  });
  return { ...form, logo, setLogo };
};

type SetupForm = ReturnType<typeof useSetupForm>;

/** The name, and what the courses cost. */
function SchoolFields({ setup: { field }, known }: { setup: SetupForm; known: Known }) {
  const { t } = useLingui();
  const { currencySymbol } = useSite();
  return (
    <>
      {known.brandNameVariable === null ? (
        <TextField
          label={t`School name`}
          hint={t`In the header, in emails and on receipts.`}
          {...field('brandName', messages.settings.brandNameMissing)}
        />
      ) : (
        <FixedField label={t`School name`} value={known.brandName} variable={known.brandNameVariable} />
      )}
      <TextField
        label={t`What should all your courses cost for a year, in ${currencySymbol}?`}
        inputMode="decimal"
        required
        hint={t`You can sell single courses too, and change it later.`}
        {...field('priceInPaise', messages.plans.priceMissing)}
      />
    </>
  );
}

/** What has good values at first, with the preview on phones. */
function LaterFields({ setup, preview }: { setup: SetupForm; preview: ReactNode }) {
  const { t } = useLingui();
  const { form, field, errorOf, logo, setLogo } = setup;
  const accent = useWatch({ control: form.control, name: 'accent' }) ?? DEFAULT_ACCENT;
  return (
    <div className="border-t border-line pt-3">
      <More
        className="content-center font-semibold"
        label={
          <>
            <Trans>
              Logo, colour and address <span className="font-normal text-muted">(optional)</span>
            </Trans>
          </>
        }
      >
        <div className="space-y-5">
          <FileDrop
            label={t`Logo`}
            kind="mark"
            accept={AVATAR_ACCEPT}
            hint={t`Square SVG, PNG or JPEG, up to 5 MB.`}
            file={logo}
            onFile={setLogo}
          />
          <AccentField
            accent={accent}
            error={errorOf('accent', messages.settings.badAccent)}
            onChange={(colour) => form.setValue('accent', colour, { shouldDirty: true, shouldTouch: true })}
          />
          <div className="lg:hidden">{preview}</div>
          <TextField
            label={t`Public address`}
            type="url"
            inputMode="url"
            required
            hint={t`Where people reach your school. Used in email links.`}
            {...field('publicAddress', t`Enter the address`)}
          />
        </div>
      </More>
    </div>
  );
}

const AccountFields = ({ setup: { form, field } }: { setup: SetupForm }) => {
  const { t } = useLingui();
  return (
    <>
      <TextField label={t`Full Name`} autoComplete="name" required {...field('fullName', t`Enter your name`)} />
      <TextField label={t`Email`} type="email" autoComplete="email" required {...field('email', t`Enter your email`)} />
      <PasswordField
        label={t`Password`}
        autoComplete="new-password"
        required
        hint={
          <PasswordStrength
            typed={form.watch('password')}
            own={[form.watch('fullName'), form.watch('email'), form.watch('brandName') ?? '']}
          />
        }
        {...field('password', t`Choose a password`)}
      />
    </>
  );
};

/** The page of the school as visitors will see it, with the logo that is still on this computer. */
function useSchoolPreview({ form, logo }: SetupForm) {
  const site = useSite();
  const url = useMemo(() => (logo ? URL.createObjectURL(logo) : site.logo), [logo, site.logo]);
  const [brandName = site.brandName, accent = site.accent] = useWatch({
    control: form.control,
    name: ['brandName', 'accent'],
  });
  const look = { ...site, brandName, accent };
  const withLogo = (preview: ReactNode) => (
    <SiteProvider key={url} value={{ ...site, logo: url }}>
      {preview}
    </SiteProvider>
  );
  return {
    onScreen: withLogo(<LookPreview look={look} />),
    onPhone: withLogo(<Miniature theme="morning" look={look} />),
  };
}

function SetupPage(props: SetupFormProps) {
  const { t } = useLingui();
  const setup = useSetupForm(props);
  const preview = useSchoolPreview(setup);
  const { form, formError, isBusy, onSubmit } = setup;
  return (
    <Frame lead={t`You’ll be the first admin. This link can be used once.`} aside={preview.onScreen}>
      <form className="space-y-5" noValidate onSubmit={onSubmit}>
        {formError && <FormAlert>{formError}</FormAlert>}
        <h2 className="text-title">
          <Trans>School</Trans>
        </h2>
        <SchoolFields setup={setup} known={props.known} />
        <h2 className="border-t border-line pt-6 text-title">
          <Trans>Your account</Trans>
        </h2>
        <AccountFields setup={setup} />
        <LaterFields setup={setup} preview={preview.onPhone} />
        <SampleCourses {...form.register('withSamples')} />
        <Button type="submit" size="large" className="w-full" isBusy={isBusy}>
          <Trans>Create school</Trans>
        </Button>
      </form>
    </Frame>
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
  if (link.data) return <SetupPage token={token} known={link.data} onFinished={() => setFinished(true)} />;
  return (
    <Frame>
      <QueryBoundary
        query={link}
        skeleton={<FormSkeleton />}
        failure={errors.internal[1]}
        notFound={{
          action: (
            <LinkButton to={pathTo('login')}>
              <Trans>Login</Trans>
            </LinkButton>
          ),
        }}
      >
        {() => null}
      </QueryBoundary>
    </Frame>
  );
}

const Frame = (props: Omit<ComponentProps<typeof FormPage>, 'heading'>) => {
  const { t } = useLingui();
  return <FormPage heading={t`Set up your school`} quotation={3} {...props} />;
};
