import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { PageLinks } from '#web/ui/page/accepted-pages.tsx';

const consentsQuery = endpointQuery('consents', 'GET /user/consents');

/** New versions of pages that the user is asked to accept. */
export default function ConsentBanner() {
  const { t } = useLingui();
  const { data } = useQuery(consentsQuery);
  const pending = data?.pending ?? [];
  const { length: count } = pending;
  if (count === 0) return null;
  return (
    <aside aria-label={t`Changed pages`} className="border-b border-line bg-base-100">
      <div className="page flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
        <p className="text-sm">
          <Trans>
            We have changed <PageLinks pages={pending} />. Please read <Plural value={count} one="it" other="them" />{' '}
            and accept.
          </Trans>
        </p>
        <ActionButton
          tone="quiet"
          run={() =>
            call('POST /user/consents', { body: { pages: pending.map(({ slug, version }) => ({ slug, version })) } })
          }
          messages={{ error: messages.sitePages.acceptFailed }}
          onSuccess={(saved, queryClient) => void queryClient.setQueryData(consentsQuery.queryKey, saved)}
        >
          <Trans>Accept</Trans>
        </ActionButton>
      </div>
    </aside>
  );
}
