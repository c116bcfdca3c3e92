import { useLingui } from '@lingui/react/macro';
import { Check, Languages } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { pathPrefix } from '#contract/school/language-paths.ts';
import { call } from '#web/api/call.ts';
import { sessionStore } from '#web/app/session/session.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useDismissal } from '#web/ui/use-dismissal.ts';

/** Opens the same page in another language; of a user it becomes the own one. */
const openIn = async (code: string, address: string): Promise<void> => {
  const session = sessionStore.get();
  // A language that is not kept is still shown.
  if (session)
    await call('PUT /user/language', { body: { language: code } })
      .then(({ user }) => sessionStore.refresh(user))
      .catch(() => undefined);
  globalThis.location.assign(address);
};

/** The languages of a school that has several. Each is named in itself. */
export default function LanguageSwitch() {
  const { t, i18n } = useLingui();
  const { language, languages } = useSite();
  const { pathname, search } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const element = useDismissal<HTMLDivElement>(isOpen, () => setOpen(false));
  const addressIn = (code: string): string => pathPrefix(code, language) + pathname + search;
  return (
    <div ref={element} className="needs-script relative">
      <button
        type="button"
        className="btn btn-ghost btn-square"
        aria-label={t`Language`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Languages size={20} aria-hidden="true" />
      </button>
      {isOpen && (
        <ul className="chip-menu end-0 start-auto">
          {languages.map(({ code, name }) => (
            <li key={code}>
              <a
                href={addressIn(code)}
                lang={code}
                hrefLang={code}
                aria-current={code === i18n.locale || undefined}
                onClick={(event) => {
                  event.preventDefault();
                  void openIn(code, addressIn(code));
                }}
              >
                <Check size={16} className={code === i18n.locale ? '' : 'invisible'} aria-hidden="true" />
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
