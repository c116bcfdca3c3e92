import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ExternalLink, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { PresentedBlock } from '#contract/catalog/page-blocks.ts';
import type { Plan } from '#contract/billing/plans.ts';
import { pathTo } from '#web/app/path-to.ts';
import { hasAccess, useSession } from '#web/app/session/use-session.ts';
import { firstChoice, Price, refundPromiseOf } from '#web/features/billing/plan-terms.tsx';
import { CourseCard } from '#web/features/catalog/course-card.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Cover } from '#web/ui/covers/cover.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { formatDuration } from '#contract/format.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { termWords } from '#web/ui/language/term-words.ts';

type Kind = PresentedBlock['kind'];
type Of<K extends Kind> = Extract<PresentedBlock, { kind: K }>;

const Heading = ({ children }: { children: string }) =>
  children !== '' && <h2 className="text-section mb-5">{children}</h2>;

const Caption = ({ children }: { children: string }) =>
  children !== '' && <figcaption className="mt-2 text-sm text-muted">{children}</figcaption>;

const Text = ({ title, content }: Of<'text'>) => (
  <>
    <Heading>{title}</Heading>
    <RichText blocks={content} className="measure" />
  </>
);

const Picture = ({ picture, alt, caption }: Of<'picture'>) => (
  <figure className="max-w-[60rem]">
    <span className="block overflow-hidden rounded-box">
      <Cover title={alt} alt={alt} src={picture.secure_url} sizes="(width >= 64rem) 60rem, 92vw" />
    </span>
    <Caption>{caption}</Caption>
  </figure>
);

const Quote = ({ quote, who, about }: Of<'quote'>) => (
  <figure className="surface p-6 @xl:p-10">
    <blockquote className="font-display max-w-[44rem] text-2xl leading-snug font-medium @xl:text-3xl">
      “{quote}”
    </blockquote>
    <figcaption className="mt-4">
      <span className="font-semibold">{who}</span>
      <span className="block text-sm text-muted">{about}</span>
    </figcaption>
  </figure>
);

const Questions = ({ title, questions }: Of<'questions'>) => (
  <>
    <Heading>{title}</Heading>
    <div className="max-w-[44rem] border-b border-line">
      {questions.map(({ question, answer }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- questions have no id and never move
        <details key={index} className="border-t border-line">
          <summary className="cursor-pointer py-3.5 font-semibold">{question}</summary>
          <RichText blocks={answer} className="measure pb-5 text-muted" />
        </details>
      ))}
    </div>
  </>
);

/** Plays on the page of the lecture, so that no player is loaded here. */
const Video = ({ title, caption, lecture }: Of<'video'>) => (
  <>
    <Heading>{title}</Heading>
    <figure className="max-w-[60rem]">
      <Link
        to={pathTo('freePreview', { course: lecture.courseId, lecture: lecture._id })}
        className="relative block overflow-hidden rounded-box"
      >
        <Cover title={lecture.title} src={lecture.thumbnail.secure_url} sizes="(width >= 64rem) 60rem, 92vw" />
        <span className="absolute start-4 bottom-4 flex max-w-[calc(100%-2rem)] items-center gap-3 rounded-full bg-base-200 py-1.5 ps-2 pe-5 text-base-content shadow-raise">
          <span className="grid size-9 shrink-0 place-items-center rounded-full bg-primary text-primary-content">
            <Play size={16} fill="currentColor" aria-hidden="true" />
          </span>
          <span className="truncate font-medium">
            <span className="sr-only">
              <Trans>Watch free:</Trans>{' '}
            </span>
            {lecture.title}
          </span>
          {lecture.durationMs !== null && (
            <span className="num text-sm text-muted">{formatDuration(lecture.durationMs)}</span>
          )}
        </span>
      </Link>
      <Caption>{caption}</Caption>
    </figure>
  </>
);

const Elsewhere = ({ label, href, caption }: Of<'link'>) => (
  <p>
    <a href={href} rel="noopener" className="btn btn-quiet h-auto min-h-11 py-2">
      {label}
      <ExternalLink size={16} aria-hidden="true" />
    </a>
    {caption !== '' && <span className="mt-2 block text-sm text-muted">{caption}</span>}
  </p>
);

const Courses = ({ title, courses }: Of<'courses'>) => {
  const { t } = useLingui();
  return (
    <>
      <h2 className={title === '' ? 'sr-only' : 'text-section mb-5'}>{title || t`Courses`}</h2>
      <div className="grid gap-6 @xl:grid-cols-2 @4xl:grid-cols-3">
        {courses.map((course) => (
          <CourseCard key={course._id} course={course} />
        ))}
      </div>
    </>
  );
};

/** "1 year, all courses. 100% refund on cancellation within 7 days of purchase" */
const aboutPlan = (plan: Plan, language: Language): string => {
  const { opens } = plan;
  const count = opens === 'everything' ? 0 : opens.courseIds.length;
  const scope = msg({ message: plural(count, { one: '# course', other: '# courses' }) });
  const promise = refundPromiseOf(plan, language);
  const facts = [termWords(language).label(plan.term), language._(count === 0 ? msg`all courses` : scope)].join(', ');
  return promise === undefined ? facts : `${facts}. ${promise}`;
};

/** All plans on sale. Only the first has the colour of buying, and only where no other button has it. */
function Plans({ title, hasBuyButton }: Of<'plans'> & { hasBuyButton: boolean }) {
  const { plans } = useSite();
  const language = useLanguage();
  const first = firstChoice(plans);
  return (
    <>
      <Heading>{title}</Heading>
      <ul className="grid gap-6 @xl:grid-cols-2 @4xl:grid-cols-3">
        {plans.map((plan) => (
          <li key={plan._id} className="surface flex flex-col p-6">
            <h3 className="text-title">{plan.name}</h3>
            <p className="mt-3">
              <Price amountInPaise={plan.priceInPaise} className="text-4xl" />
            </p>
            <p className="mt-2 mb-5 flex-1 text-sm text-muted">{aboutPlan(plan, language)}</p>
            <LinkButton
              to={pathTo('checkout', { plan: plan._id })}
              tone={hasBuyButton && plan === first ? 'buy' : 'quiet'}
            >
              <Trans>
                Subscribe<span className="sr-only"> to {plan.name}</span>
              </Trans>
            </LinkButton>
          </li>
        ))}
      </ul>
    </>
  );
}

const draw = (block: PresentedBlock, hasBuyButton: boolean): ReactNode => {
  switch (block.kind) {
    case 'text':
      return <Text {...block} />;
    case 'picture':
      return <Picture {...block} />;
    case 'quote':
      return <Quote {...block} />;
    case 'questions':
      return <Questions {...block} />;
    case 'video':
      return <Video {...block} />;
    case 'link':
      return <Elsewhere {...block} />;
    case 'courses':
      return <Courses {...block} />;
    default:
      return <Plans {...block} hasBuyButton={hasBuyButton} />;
  }
};

interface BlocksProps {
  blocks: readonly PresentedBlock[];
  hasBuyButton?: boolean;
}

/** What the owner added to a page, in its order. */
export function Blocks({ blocks, hasBuyButton = false }: BlocksProps) {
  const { plans } = useSite();
  const hasBought = hasAccess(useSession());
  const isSelling = plans.length > 0 && !hasBought;
  return (
    <div className="@container space-y-12 lg:space-y-16">
      {blocks
        .filter(({ kind }) => kind !== 'plans' || isSelling)
        .map((block) => (
          <section key={block.id} className={block.kind === 'plans' ? 'for-buyers' : undefined}>
            {draw(block, hasBuyButton)}
          </section>
        ))}
    </div>
  );
}
