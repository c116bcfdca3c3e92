import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useInBrowser } from '#web/ui/use-in-browser.ts';
import { useLocation } from 'react-router';
import { pathPrefix } from '#contract/school/language-paths.ts';
import { deviceStorage } from '#web/api/browser-storage.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { useSite } from '#web/ui/page/site.tsx';

const OFFERED = 'language-offered';

/** Nothing on the server, where pages are the same for everybody. */
export default function LanguageOffer() {
  return useInBrowser() && <Offer />;
}

/** Offers, once, the language that the user chose, or else the first of the browser that the school has. */
function Offer() {
  const { t, i18n } = useLingui();
  const { language, languages } = useSite();
  const { pathname, search } = useLocation();
  const own = useSession()?.user.language;
  const [isOpen, setOpen] = useState(() => deviceStorage.getItem(OFFERED) === null);
  const wanted = own ? [own] : navigator.languages.map((tag) => tag.split('-')[0]);
  const offered = languages.find(
    ({ code }) => code === wanted.find((one) => languages.some((known) => known.code === one)),
  );
  if (!isOpen || !offered || offered.code === i18n.locale) return null;
  const close = (): void => {
    deviceStorage.setItem(OFFERED, 'true');
    setOpen(false);
  };
  return (
    <aside aria-label={t`Language`} className="border-b border-line bg-base-100">
      <div className="page flex items-center justify-center gap-2">
        <a
          href={pathPrefix(offered.code, language) + pathname + search}
          lang={offered.code}
          hrefLang={offered.code}
          className="link flex min-h-11 items-center font-medium"
          onClick={close}
        >
          {offered.name}?
        </a>
        <button type="button" className="btn btn-ghost btn-square" aria-label={t`Close`} onClick={close}>
          <X size={20} aria-hidden="true" />
        </button>
      </div>
    </aside>
  );
}
