import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { noticeText } from '#contract/notices/notice-kinds.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';
import { PanelSkeleton, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { formatMoment } from '#contract/format.ts';
import { useLocale, useSay } from '#web/ui/language/language.tsx';
import { useWriter } from '#web/ui/language/use-writer.ts';

type Arrived = ResponseOf<'GET /admin/people/:userId/notices'>['notices'][number];

const said = messages.userNotices;

/** "Read on this site. Email: sent." */
const outcomeOf = ({ isRead, deliveries }: Arrived, say: (message: string) => string): string =>
  [
    ...(isRead === null ? [] : [say(isRead ? said.arrived.read : said.arrived.unread)]),
    ...deliveries.map(({ channel, state, problem }) =>
      [`${say(said.channels[channel])}: ${say(said.arrived[state])}`, problem].filter(Boolean).join(', '),
    ),
  ].join('. ');

/** For admins: the newest notices of a person, and how they arrived. */
export function ArrivedPanel({ userId }: { userId: string }) {
  const { t } = useLingui();
  const locale = useLocale();
  const say = useSay();
  const { timeZone } = useSite();
  const write = useWriter();
  const query = useQuery(endpointQuery('people', 'GET /admin/people/:userId/notices', { params: { userId } }));
  return (
    <QueryBoundary query={query} skeleton={<PanelSkeleton />} failure={said.error} isInPanel>
      {({ notices, refusal }) => (
        <Panel title={t`Notices`}>
          {refusal && (
            <p className="mb-3 text-sm wrap-anywhere text-warning">
              <Trans>
                The mail server refuses this address since {formatMoment(refusal.at, timeZone, locale)}: {refusal.reply}
              </Trans>
            </p>
          )}
          {notices.length === 0 && (
            <p className="text-sm text-muted">
              <Trans>None yet.</Trans>
            </p>
          )}
          <ul>
            {notices.map((notice) => (
              <li key={notice._id} className="border-t border-line py-3 text-sm first:border-t-0">
                <span className="wrap-anywhere">{write(noticeText(notice).title)}</span>
                <span className="meta block wrap-anywhere">
                  {formatMoment(notice.at, timeZone, locale)}. {outcomeOf(notice, say)}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </QueryBoundary>
  );
}
