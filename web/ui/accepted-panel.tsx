import { Trans } from '@lingui/react/macro';
import type { Consent } from '#contract/accounts/consents.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { formatDay } from '#contract/format.ts';
import { useLocale } from '#web/ui/language/language.tsx';

/** Nothing for those who accepted none. */
export function AcceptedPanel({ title: heading, consents }: { title: string; consents: readonly Consent[] }) {
  const locale = useLocale();
  const { timeZone } = useSite();
  if (consents.length === 0) return null;
  return (
    <Panel title={heading}>
      <ul className="divide-y divide-line">
        {consents.map(({ slug, title, version, acceptedAt }) => (
          <li key={`${slug} ${version}`} className="flex flex-wrap justify-between gap-x-4 py-2 text-sm">
            <span>
              <Trans>
                {title}, version {version}
              </Trans>
            </span>
            <span className="text-muted">{formatDay(acceptedAt, timeZone, locale)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
