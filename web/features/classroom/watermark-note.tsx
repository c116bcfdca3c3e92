import { Shield } from 'lucide-react';
import type { Watermark } from '#contract/classroom/watermark.ts';

const WHOSE = {
  code: 'The moving code {text} is yours.',
  name: 'Your name moves over this lecture.',
  email: 'Your email address, {text}, moves over this lecture.',
};

const WHY = {
  code: 'A recording of this lecture shows whose it was. Only the school can look the code up. It changes each month.',
  name: 'A recording of this lecture shows whose it was.',
  email: 'A recording of this lecture shows whose it was.',
};

/** Below a lecture: what is drawn over it, and why. */
export default function WatermarkNote({ watermark: { kind, text } }: { watermark: Watermark }) {
  return (
    <details className="mt-3 text-sm text-muted">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2.5">
        <Shield size={18} className="shrink-0" aria-hidden="true" />
        <span>
          {WHOSE[kind].replace('{text}', text)} <span className="link">Why?</span>
        </span>
      </summary>
      <p className="ps-7">{WHY[kind]}</p>
    </details>
  );
}
