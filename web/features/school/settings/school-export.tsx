import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Download, PackageOpen, Trash2 } from 'lucide-react';
import { messages } from '#contract/messages.ts';
import type { SchoolExport } from '#contract/school/school-exports.ts';
import { call } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { FormSkeleton, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { formatDay, formatMoment, formatSize } from '#contract/format.ts';
import { SettingsFrame } from './settings-frame.tsx';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const words = messages.schoolExports;
/** While a file is prepared. */
const LOOK_MS = 3000;

const Ready = ({ exportId, expiresAt }: { exportId: string; expiresAt: string }) => {
  const { t } = useLingui();
  return (
    <div className="flex flex-wrap gap-2">
      <ActionButton
        tone="quiet"
        run={() => call('POST /admin/school-exports/:exportId/address', { params: { exportId } })}
        messages={{ error: words.downloadFailed }}
        // The browser's own download, which it can resume.
        onSuccess={({ address }) => window.location.assign(address)}
      >
        <Download size={18} aria-hidden="true" />
        <Trans>Download</Trans>
      </ActionButton>
      <ActionButton
        tone="quiet"
        aria-label={t`Delete the export that is kept until ${expiresAt}`}
        run={() => call('DELETE /admin/school-exports/:exportId', { params: { exportId } })}
        messages={{ success: words.removed, error: words.removeFailed }}
        changes={['school-exports']}
      >
        <Trash2 size={18} aria-hidden="true" />
        <Trans>Delete</Trans>
      </ActionButton>
    </div>
  );
};

const isPending = ({ ready, hasFailed }: SchoolExport): boolean => ready === null && !hasFailed;

const stateWords = ({ ready, hasFailed }: SchoolExport, timeZone: string, { _, locale }: Language): string => {
  if (hasFailed) return _(msg`Could not be prepared. Export again to try once more.`);
  return ready === null
    ? _(msg`Being prepared`)
    : _(
        msg`${{ size: formatSize(ready.sizeBytes) }}, available until ${{ day: formatDay(ready.expiresAt, timeZone, locale) }}`,
      );
};

function Row({ one }: { one: SchoolExport }) {
  const { _id: exportId, requestedAt, ready } = one;
  const language = useLanguage();
  const { timeZone } = useSite();
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-line py-4 first:border-t-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">{formatMoment(ready?.at ?? requestedAt, timeZone, language.locale)}</p>
        <p className="meta">{stateWords(one, timeZone, language)}</p>
      </div>
      {ready !== null && (
        <Ready exportId={exportId} expiresAt={formatDay(ready.expiresAt, timeZone, language.locale)} />
      )}
    </li>
  );
}

function Exports() {
  const query = useQuery(
    endpointQuery('school-exports', 'GET /admin/school-exports', {
      refetchInterval: ({ state }) => (state.data?.exports.some(isPending) ? LOOK_MS : false),
    }),
  );
  return (
    <QueryBoundary query={query} skeleton={<FormSkeleton />} failure={words.failure}>
      {({ exports }) => (
        <>
          <ActionButton
            isBusy={exports.some(isPending)}
            run={() => call('POST /admin/school-exports')}
            messages={{ success: words.requested, error: words.requestFailed }}
            changes={['school-exports']}
          >
            <PackageOpen size={18} aria-hidden="true" />
            <Trans>Export the school</Trans>
          </ActionButton>
          {exports.length > 0 && (
            <ul className="mt-6">
              {exports.map((one) => (
                <Row key={one._id} one={one} />
              ))}
            </ul>
          )}
        </>
      )}
    </QueryBoundary>
  );
}

export const Component = () => {
  const { t } = useLingui();
  return (
    <SettingsFrame section={t`Moving`}>
      {() => (
        <>
          <p className="measure mb-3 text-muted">
            <Trans>
              One ZIP with your whole school in open formats: courses as Markdown with their files, and people,
              payments, progress, quizzes and certificates as CSV and JSON. Another Lectern installation can import it.
            </Trans>
          </p>
          <p className="measure mb-5 text-muted">
            <Trans>
              A notice says when it is ready; then you have seven days to download it. Passwords, second steps, API keys
              and secrets are not in it. Keep it safe: it has the data of everyone.
            </Trans>
          </p>
          <Exports />
        </>
      )}
    </SettingsFrame>
  );
};
