import { Trans } from '@lingui/react/macro';
import { useLanguage } from '#web/ui/language/language.tsx';
import { useSite } from '#web/ui/page/site.tsx';

/** Notes that a text, or a part of several, is in another language than the page. */
export function WrittenIn({ language: code, isPartial = false }: { language: string; isPartial?: boolean }) {
  const { locale } = useLanguage();
  const { languages } = useSite();
  const language = languages.find((one) => one.code === code)?.name ?? code;
  return (
    <p className="meta mt-3" lang={locale}>
      {isPartial ? <Trans>Partly in {language}</Trans> : <Trans>In {language}</Trans>}
    </p>
  );
}
