import { formatDay, formatMoment, formatMoney } from '#contract/format.ts';
import { createWriter, type Write } from '#contract/languages/say.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useLanguage } from './language.tsx';

/** Writes sentences of the contract in the language of the page. */
export const useWriter = (): Write => {
  const language = useLanguage();
  const { currencySymbol, timeZone } = useSite();
  return createWriter(language, {
    money: (inPaise) => formatMoney(inPaise, currencySymbol),
    date: (instant, zone = timeZone) => formatDay(instant, zone, language.locale),
    time: (instant) => formatMoment(instant, timeZone, language.locale),
  });
};
