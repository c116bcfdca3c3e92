import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert, TextArea, TextField } from '#web/ui/forms/fields.tsx';
import { FormPage } from '#web/ui/forms/form-page.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import type { Session } from '#web/app/session/session.ts';
import { useSession } from '#web/app/session/use-session.ts';

function ContactForm({ user }: { user: Session['user'] | undefined }) {
  const { t } = useLingui();
  const [isSent, setSent] = useState(false);
  const { form, formError, isBusy, onSubmit, field } = useContractForm({
    schema: async () => (await import('#contract/school/contact.ts')).ContactBody,
    defaults: { name: user?.fullName ?? '', email: user?.email ?? '', message: '', website: '' },
    messages: messages.contact,
    run: (body) => {
      setSent(false);
      return call('POST /contact', { body });
    },
    onSuccess: (): void => {
      form.reset();
      setSent(true);
    },
  });

  return (
    <form className="space-y-5" noValidate onSubmit={onSubmit}>
      {formError && <FormAlert>{formError}</FormAlert>}
      {!formError && isSent && <FormAlert tone="success">{messages.contact.success}</FormAlert>}
      <TextField label={t`Name`} autoComplete="name" required {...field('name', t`Enter your name`)} />
      <TextField label={t`Email`} type="email" autoComplete="email" required {...field('email', t`Enter your email`)} />
      <TextArea label={t`Message`} rows={6} required {...field('message', t`Write a message`)} />
      <div className="absolute -start-[200vw]" aria-hidden="true">
        <label>
          <Trans>Leave this empty</Trans>
          <input tabIndex={-1} autoComplete="off" {...form.register('website')} />
        </label>
      </div>
      <Button type="submit" size="large" className="w-full" isBusy={isBusy}>
        <Trans>Send message</Trans>
      </Button>
    </form>
  );
}

/** The name and email of a logged-in user are filled in. */
export function Component() {
  const { brandName } = useSite();
  const { t } = useLingui();
  const user = useSession()?.user;
  return (
    <FormPage
      heading={t`Contact Us`}
      description={t`Write to ${brandName}. We’ll reply by email.`}
      lead={t`We’ll reply by email.`}
      quotation={1}
    >
      <ContactForm key={user?._id} user={user} />
    </FormPage>
  );
}
