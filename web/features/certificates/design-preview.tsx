import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { CertificateDesign } from '#contract/certificates/certificate-fields.ts';
import { messages } from '#contract/messages.ts';
import { download } from '#web/api/call.ts';
import { QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { useQuiet } from '#web/ui/use-quiet.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const QUIET_MS = 300;
const FILE = 'certificate.webp';

/** Names that break designs. */
const NAMES = [
  { key: 'Meera Nair', label: msg`A name` },
  { key: 'Anantharamakrishnan Venkatasubramanian', label: msg`A long name` },
  { key: 'ऐश्वर्या पिल्लई', label: msg`A name in Hindi` },
  { key: 'മീര നായർ', label: msg`A name in Malayalam` },
  { key: 'ليلى الحسن', label: msg`A name in Arabic` },
] as const;

const previewQuery = (courseId: string | undefined, typed: string) => ({
  queryKey: ['certificates', 'preview', courseId ?? '', typed],
  queryFn: async (): Promise<Blob> => {
    const { hasLogo, holderName, ...design }: CertificateDesign & { holderName: string } = JSON.parse(typed);
    const query = { ...design, holderName, hasLogo: hasLogo ? ('true' as const) : ('false' as const) };
    const file =
      courseId === undefined
        ? await download('GET /admin/settings/certificates/preview', FILE, { query })
        : await download('GET /courses/:courseId/certificate-preview', FILE, { params: { courseId }, query });
    return file.content;
  },
  placeholderData: keepPreviousData,
});

const Picture = ({ content }: { content: Blob }) => {
  const { t } = useLingui();
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return undefined;
      const url = URL.createObjectURL(content);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [content],
  );
  return (
    <img
      ref={show}
      alt={t`The certificate in this design`}
      className="block aspect-[297/210] w-full rounded-field border border-line bg-base-300 shadow-sm"
    />
  );
};

interface DesignPreviewProps {
  design: CertificateDesign;
  courseId: string | undefined;
}

/** The certificate as it will be printed, drawn by the server. */
export function DesignPreview({ design, courseId }: DesignPreviewProps) {
  const { t } = useLingui();
  const { _ } = useLanguage();
  const [holderName, setHolderName] = useState<string>(NAMES[0].key);
  const typed = useQuiet(JSON.stringify({ ...design, holderName }), QUIET_MS);
  const isDrawable = CertificateDesign.safeParse(design).success;
  const query = useQuery({ ...previewQuery(courseId, typed), enabled: isDrawable });
  return (
    <section aria-label={t`Preview`} className="min-w-0 rounded-box bg-base-200 p-4 sm:p-5">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-title">
          <Trans>Preview</Trans>
        </h3>
        <select
          aria-label={t`Name in the preview`}
          className="select w-52!"
          value={holderName}
          onChange={({ currentTarget }) => setHolderName(currentTarget.value)}
        >
          {NAMES.map(({ key: name, label }) => (
            <option key={name} value={name}>
              {_(label)}
            </option>
          ))}
        </select>
      </div>
      {!isDrawable && !query.data ? (
        <p className="text-muted">
          <Trans>It appears once every field is filled in.</Trans>
        </p>
      ) : (
        <QueryBoundary
          query={query}
          skeleton={<Skeleton className="aspect-[297/210] w-full" />}
          failure={messages.certificates.previewFailed}
          isInPanel
        >
          {(content) => <Picture content={content} />}
        </QueryBoundary>
      )}
      <p className="meta mt-3">
        <Trans>Issued certificates keep the design that they were issued with.</Trans>
      </p>
    </section>
  );
}
