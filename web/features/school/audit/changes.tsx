import { Plural } from '@lingui/react/macro';
import type { AuditEvent } from '#contract/school/audit.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';
import { fieldLabel, isReadable, valueText } from './change-text.ts';

/** More are shown on demand. */
const SHOWN = 2;

type Change = AuditEvent['changes'][number];

function ChangeLine({ field, before, after }: Change) {
  const language = useLanguage();
  const { timeZone, currencySymbol } = useSite();
  const text = (value: string): string => valueText(field, value, { timeZone, currencySymbol, language });
  return (
    <li className="wrap-anywhere">
      <span className="text-muted">{fieldLabel(field, language)}:</span>{' '}
      {before !== null && (after === null ? <del>{text(before)}</del> : `${text(before)} → `)}
      {after !== null && text(after)}
    </li>
  );
}

/** What an event changed, in words. */
export function Changes({ changes }: Pick<AuditEvent, 'changes'>) {
  const shown = changes.filter(({ field }) => isReadable(field));
  if (shown.length === 0) return null;
  const list = (
    <ul className="mt-1 grid gap-1 text-sm">
      {shown.map((change) => (
        <ChangeLine key={change.field} {...change} />
      ))}
    </ul>
  );
  if (shown.length <= SHOWN) return list;
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-muted">
        <Plural value={shown.length} one="Show # change" other="Show # changes" />
      </summary>
      {list}
    </details>
  );
}
