import { Trans, useLingui } from '@lingui/react/macro';
import { CircleX, LoaderCircle } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ACCEPTED_BY_ACCOUNTS } from '#contract/accepted-pages.ts';
import { errors } from '#contract/errors.ts';
import { messages } from '#contract/messages.ts';
import { pathPrefix } from '#contract/school/language-paths.ts';
import type { SitePageLink } from '#contract/school/site-pages.ts';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { pathTo } from '#web/app/path-to.ts';
import { acceptPages } from '#web/app/session/accept-pages.ts';
import { sessionStore } from '#web/app/session/session.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { Outcome } from '#web/features/billing/checkout/outcome.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { FormPage } from '#web/ui/forms/form-page.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { type StartedLogin, startedLogin } from './started-login.ts';

const SecondStepForm = lazy(() => import('./security/second-step-form.tsx'));

/** A new account accepts the pages that the buttons name. */
const logIn = async (
  body: { ticket: string; query: string; language: string },
  pages: readonly SitePageLink[],
): Promise<void> => {
  const response = await call('POST /user/login/provider/finish', { body });
  sessionStore.start(response);
  if (response.isNew) await acceptPages(pages, ACCEPTED_BY_ACCOUNTS);
};

/** To where the login began, also in another language: the page on which it ends has one address. */
const useGoingBack = (): ((started: StartedLogin) => Promise<void>) => {
  const navigate = useNavigate();
  const { i18n } = useLingui();
  const { language: ofSchool, languages } = useSite();
  return useCallback(
    async ({ returnTo, language }) => {
      const isOn = languages.some(({ code }) => code === language);
      if (language === i18n.locale || !isOn) await navigate(returnTo, { replace: true });
      else window.location.replace(pathPrefix(language, ofSchool) + returnTo);
    },
    [navigate, i18n.locale, ofSchool, languages],
  );
};

/** Where another service sends people back to: this finishes the login that their tab began. */
export function Component() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const goBack = useGoingBack();
  const { sitePages } = useSite();
  const isLoggedIn = useSession() !== undefined;
  const [failure, setFailure] = useState<string>();
  const [ticket, setTicket] = useState<string>();
  const isBegun = useRef(false);

  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    const finish = async (): Promise<void> => {
      const started = startedLogin();
      if (!started) return setFailure(errors.login_expired[1]);
      const body = { ticket: started.ticket, query: window.location.search.slice(1) };
      if (started.isAdding) await call('POST /user/identities/finish', { body });
      else await logIn({ ...body, language: started.language }, sitePages);
      await goBack(started);
    };
    finish().catch((error: unknown) => {
      if (error instanceof ApiError && error.ticket !== undefined) return setTicket(error.ticket);
      return setFailure(errorMessage(error, messages.providers.failed));
    });
  }, [goBack, sitePages]);

  // After the second step.
  const isDone = isLoggedIn && ticket !== undefined;
  useEffect(() => {
    if (!isDone) return;
    const started = startedLogin();
    void (started ? goBack(started) : navigate(pathTo('home'), { replace: true }));
  }, [isDone, goBack, navigate]);

  const back = pathTo(isLoggedIn ? 'security' : 'login');
  if (ticket !== undefined)
    return (
      <FormPage heading={t`Login`} lead={t`One more step.`}>
        <Suspense>
          <SecondStepForm ticket={ticket} onBack={() => void navigate(back, { replace: true })} />
        </Suspense>
      </FormPage>
    );
  if (failure === undefined)
    return (
      <Outcome
        icon={<LoaderCircle size={64} className="animate-spin text-primary" aria-hidden="true" />}
        heading={t`Logging you in`}
        action={null}
      >
        <p>
          <Trans>One moment.</Trans>
        </p>
      </Outcome>
    );
  return (
    <Outcome
      icon={<CircleX size={64} className="text-error" aria-hidden="true" />}
      heading={t`Not logged in`}
      action={
        <LinkButton to={back} size="large" className="w-full">
          {isLoggedIn ? t`Security and data` : t`Login`}
        </LinkButton>
      }
    >
      <p role="alert">{failure}</p>
    </Outcome>
  );
}
