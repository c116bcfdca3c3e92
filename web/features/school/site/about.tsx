import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { sitePageQuery } from '#web/api/school-queries.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Book } from '#web/ui/covers/cover.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { quotations } from '#web/ui/page/quotations.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { stepOfArrow } from '#web/ui/step-of-arrow.ts';
import { pathTo } from '#web/app/path-to.ts';

const slides = quotations.map(({ text, author, source }) => ({
  key: author,
  content: (
    <figure>
      <blockquote className="font-display max-w-[44rem] text-[1.5rem] leading-snug font-medium sm:text-[2rem]">
        {text}
      </blockquote>
      <figcaption className="mt-5">
        <span className="font-semibold">{author}</span>
        <span className="text-neutral-muted block text-sm">{source}</span>
      </figcaption>
    </figure>
  ),
}));

/** Until the owner writes one. */
const standardText = [
  msg`Affordable and quality online courses for everyone`,
  msg`Every course is made by people who do the work they teach. One bundle opens all of them, at a price students can afford.`,
];

/** The page of the owner, or until there is one the text of the settings. The first paragraph is large. */
function Introduction() {
  const isWritten = useSite().sitePages.some(({ slug }) => slug === 'about');
  const { data } = useQuery({ ...sitePageQuery('about'), enabled: isWritten });
  if (!isWritten) return <StoredText />;
  const [lead, ...rest] = data?.sitePage.content ?? [];
  return (
    <>
      {lead && (
        <RichText
          blocks={[lead]}
          className="font-display mt-5 max-w-[36rem] text-2xl leading-snug font-medium sm:text-3xl"
        />
      )}
      <RichText blocks={rest} heading="h2" className="measure text-muted mt-5" />
    </>
  );
}

function StoredText() {
  const { aboutText } = useSite();
  const { t } = useLingui();
  const written = aboutText === '' ? [] : aboutText.split(/\n\s*\n/);
  const [lead, ...paragraphs] = written.length > 0 ? written : standardText.map((text) => t(text));
  return (
    <>
      <p className="font-display mt-5 max-w-[36rem] text-2xl leading-snug font-medium sm:text-3xl">{lead}</p>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="measure text-muted mt-5 whitespace-pre-line">
          {paragraph}
        </p>
      ))}
    </>
  );
}

export function Component() {
  const { t } = useLingui();
  return (
    <>
      <section>
        <div className="page grid gap-10 pt-10 lg:grid-cols-[1fr_24rem] lg:items-end lg:pt-14">
          <div className="lg:pb-14">
            <PageHeading>{t`About Us`}</PageHeading>
            <Introduction />
            <div className="mt-6">
              <LinkButton to={pathTo('courses')} size="large">
                <Trans>Explore Courses</Trans>
                <ArrowRight size={16} aria-hidden="true" />
              </LinkButton>
            </div>
          </div>
          <div className="flex h-56 items-end gap-3 lg:h-72" aria-hidden="true">
            <Book title="How Monsoons Work" hidesTitle className="h-[60%] w-[28%]" />
            <Book title="Read a Balance Sheet in an Afternoon" hidesTitle className="h-[92%] w-[36%]" />
            <Book title="Carnatic Vocals from the First Swara" hidesTitle className="h-[74%] w-[28%]" />
          </div>
        </div>
        <div className="ledge rounded-none" />
      </section>
      <div className="page py-14 lg:py-20">
        <h2 className="text-section mb-6">{t`Words we teach by`}</h2>
        <div className="rounded-box bg-neutral text-neutral-content p-6 sm:p-10 lg:p-14">
          <Carousel label={t`Famous quotes`} slides={slides} />
        </div>
      </div>
    </>
  );
}

const turner = 'btn btn-square btn-quiet border-neutral-muted text-neutral-content hover:bg-neutral-content/15';

interface CarouselProps {
  /** Names the slides for screen readers, such as "Famous quotes". */
  label: string;
  slides: readonly { key: string; content: ReactNode }[];
}

/** Slides turned with buttons, dots or arrow keys; it never moves by itself. For a `neutral` background. */
function Carousel({ label, slides }: CarouselProps) {
  const { t } = useLingui();
  const [current, setCurrent] = useState(0);
  const count = slides.length;
  const turn = (step: number) => setCurrent((index) => (index + step + count) % count);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOfArrow(event);
    if (step === 0) return;
    event.preventDefault();
    turn(step);
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the buttons inside
    <section aria-roledescription="carousel" aria-label={label} onKeyDown={onKeyDown}>
      <div className="grid" aria-live="polite">
        {slides.map(({ key, content }, index) => (
          // All slides share one cell, so that the height does not change.
          <article
            key={key}
            aria-roledescription="slide"
            aria-label={t`${{ number: index + 1 }} of ${count}`}
            className={`col-start-1 row-start-1 transition-opacity duration-200 ${index === current ? '' : 'invisible opacity-0'}`}
          >
            {content}
          </article>
        ))}
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-2">
        <button type="button" className={turner} aria-label={t`Previous quote`} onClick={() => turn(-1)}>
          <ChevronLeft size={20} aria-hidden="true" />
        </button>
        <button type="button" className={turner} aria-label={t`Next quote`} onClick={() => turn(1)}>
          <ChevronRight size={20} aria-hidden="true" />
        </button>
        <span className="ms-2 flex flex-wrap">
          {slides.map(({ key }, index) => (
            <button
              key={key}
              type="button"
              className="group grid size-7 cursor-pointer place-items-center"
              aria-label={t`Quote ${{ number: index + 1 }}`}
              aria-current={index === current ? 'true' : undefined}
              onClick={() => setCurrent(index)}
            >
              <span className="bg-neutral-muted h-2.5 w-2.5 rounded-full opacity-60 group-aria-[current=true]:w-5 group-aria-[current=true]:opacity-100" />
            </button>
          ))}
        </span>
      </div>
    </section>
  );
}
