import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { useLocation } from 'react-router';
import { messages } from '#contract/messages.ts';
import { pathPrefix } from '#contract/school/language-paths.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { sessionStore } from '#web/app/session/session.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { useSite } from '#web/ui/page/site.tsx';

/** The language in which a user reads the pages, saved at once; the page opens in it. Nothing where the school has one. */
export function LanguageChoice({ own }: { own: string | null }) {
  const id = useId();
  const { i18n } = useLanguage();
  const { language, languages } = useSite();
  const { pathname, search } = useLocation();
  const choice = useAction({
    run: (code: string) => call('PUT /user/language', { body: { language: code } }),
    messages: { error: messages.profile.broken },
    onSuccess: ({ user }) => {
      sessionStore.refresh(user);
      const { language: code } = user;
      if (code !== null && code !== i18n.locale)
        globalThis.location.assign(pathPrefix(code, language) + pathname + search);
    },
  });
  if (languages.length < 2) return null;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3">
      <label htmlFor={id} className="text-sm font-medium">
        <Trans>Language of the pages</Trans>
      </label>
      <select
        id={id}
        className="select h-11! w-auto!"
        value={own ?? i18n.locale}
        disabled={choice.isBusy}
        onChange={({ target }) => void choice.start(target.value)}
      >
        {languages.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </p>
  );
}
