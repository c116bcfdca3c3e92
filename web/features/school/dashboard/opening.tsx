import type { FirstSteps } from '#contract/catalog/first-steps.ts';
import { Guide } from '#web/features/school/first-steps/guide.tsx';
import { SchoolPreview } from '#web/features/school/first-steps/school-preview.tsx';
import { AttentionPanel } from './attention-panel.tsx';

/** The dashboard of a school that has sold nothing yet: what is left to do, and what visitors see. */
export default function Opening({ guide }: { guide: FirstSteps }) {
  return (
    <div className="mt-5 grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 gap-4">
        <Guide guide={guide} />
        <AttentionPanel />
      </div>
      <div className="max-xl:hidden">
        <SchoolPreview course={guide.course} />
      </div>
    </div>
  );
}
