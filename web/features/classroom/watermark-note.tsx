import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Shield } from 'lucide-react';
import type { Watermark } from '#contract/classroom/watermark.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const WHOSE = {
  code: (text: string) => msg`The moving code ${text} is yours.`,
  name: () => msg`Your name moves over this lecture.`,
  email: (text: string) => msg`Your email address, ${text}, moves over this lecture.`,
};

const WHY = {
  code: msg`A recording of this lecture shows whose it was. Only the school can look the code up. It changes each month.`,
  name: msg`A recording of this lecture shows whose it was.`,
  email: msg`A recording of this lecture shows whose it was.`,
};

/** Below a lecture: what is drawn over it, and why. */
export default function WatermarkNote({ watermark: { kind, text } }: { watermark: Watermark }) {
  const { _ } = useLanguage();
  return (
    <details className="mt-3 text-sm text-muted">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2.5">
        <Shield size={18} className="shrink-0" aria-hidden="true" />
        <span>
          {_(WHOSE[kind](text))}{' '}
          <span className="link">
            <Trans>Why?</Trans>
          </span>
        </span>
      </summary>
      <p className="ps-7">{_(WHY[kind])}</p>
    </details>
  );
}
