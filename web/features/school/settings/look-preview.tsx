import { Trans, useLingui } from '@lingui/react/macro';
import { ACCENT, accentVariables, type Theme } from '#contract/school/accent.ts';
import { BrandMark, useSite } from '#web/ui/page/site.tsx';
import { Button } from '#web/ui/button.tsx';
import { Book } from '#web/ui/covers/cover.tsx';
import { LectureRow } from '#web/features/classroom/lecture-list/lecture-row.tsx';
import { themes } from './look-names.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

interface PreviewedLook {
  brandName: string;
  tagline: string;
  heroText: string;
  accent: string;
}

/** Courses of an invented school. */
const quotations = [
  { title: 'How Monsoons Work', height: 'h-[92%]' },
  { title: 'Read a Balance Sheet in an Afternoon', height: 'h-[70%]' },
  { title: 'Carnatic Vocals from the First Swara', height: 'h-[82%]' },
  { title: 'Indian Miniature Painting', height: 'h-[58%]' },
];

/** A page of the school in miniature. */
export function Miniature({ theme, look }: { theme: Theme; look: PreviewedLook }) {
  const { t } = useLingui();
  const { brandName, tagline, heroText, accent } = look;
  return (
    <div
      inert
      data-theme={theme}
      data-look={useSite().look}
      className="overflow-hidden rounded-box border border-line bg-base-200 text-base-content"
      style={ACCENT.test(accent) ? accentVariables(accent, theme) : {}}
    >
      <div className="border-b border-line px-4 py-3">
        <span className="flex items-center gap-2.5">
          <BrandMark />
          <span className="font-display pt-1 text-title leading-tight font-semibold">{brandName}</span>
        </span>
      </div>
      <div className="px-4 pt-4">
        <p className="font-display text-title font-medium">{tagline}</p>
        <p className="mt-1 text-sm text-muted">{heroText}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button tone="buy" size="small">
            <Trans>Subscribe</Trans>
          </Button>
          <Button tone="quiet" size="small">
            <Trans>Explore Courses</Trans>
          </Button>
        </div>
        <div className="mt-4 flex h-20 items-end gap-2">
          {quotations.map(({ title, height }) => (
            <Book key={title} title={title} hidesTitle className={`w-1/4 ${height}`} />
          ))}
        </div>
      </div>
      <div className="ledge" />
      <div className="bg-base-100">
        <LectureRow number={4} title={t`Ragas of the evening`} length="12:40" isCurrent onSelect={() => undefined} />
      </div>
    </div>
  );
}

/** The school as it will look, in both themes, whichever the owner uses. */
export function LookPreview({ look }: { look: PreviewedLook }) {
  const { t } = useLingui();
  const { _ } = useLanguage();
  return (
    <section aria-label={t`Preview`} className="space-y-4">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-title">
          <Trans>Preview</Trans>
        </h2>
        <p className="meta">
          <Trans>Updates as you type</Trans>
        </p>
      </div>
      {themes.map(([theme, name]) => (
        <figure key={theme}>
          <figcaption className="meta mb-1.5">{_(name)}</figcaption>
          <Miniature theme={theme} look={look} />
        </figure>
      ))}
    </section>
  );
}
