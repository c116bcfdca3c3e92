import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Check, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { FirstStepName, FirstSteps } from '#contract/catalog/first-steps.ts';
import { pathTo } from '#web/app/path-to.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { CourseStep } from './course-step.tsx';
import { countDone, STEP } from './guide-line.tsx';
import { PriceStep } from './price-step.tsx';
import { ShareStep } from './share-step.tsx';
import { titles, useStepDetails } from './step-details.ts';

type Step = FirstSteps['steps'][number];

/** Where the steps are done that have a page of their own. The others are done in the guide. */
const pagesOfSteps: Partial<Record<FirstStepName, string>> = {
  brand: pathTo('schoolSettings'),
  email: pathTo('emailSettings'),
  ways: pathTo('waySettings'),
  payments: pathTo('paymentSettings'),
  legal: pathTo('pageSettings'),
  backup: pathTo('backups'),
};

const labels: Partial<Record<FirstStepName, MessageDescriptor>> = {
  ways: msg`Choose how people pay`,
  payments: msg`Connect Razorpay`,
};

const canTest = (name: FirstStepName, { hasSale }: FirstSteps): boolean => name === 'payments' && !hasSale;

/** The steps to an open school. The next one is open, until another is chosen. */
export function Guide({ guide }: { guide: FirstSteps }) {
  const [chosen, setChosen] = useState<FirstStepName>();
  const open = chosen ?? guide.steps.find(({ isDone }) => !isDone)?.name;
  const details = useStepDetails(guide);
  return (
    <section aria-labelledby="guide" className="surface min-w-0 overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-4">
        <h2 id="guide" className="text-title">
          <Trans>Be open for business</Trans>
        </h2>
        <p className="meta num flex min-w-0 items-center gap-3 max-sm:flex-1 max-sm:basis-full">
          <Progress steps={guide.steps} />
          <span className="whitespace-nowrap">
            <Trans>
              {countDone(guide)} of {guide.steps.length} done
            </Trans>
          </span>
        </p>
      </div>
      <ol>
        {guide.steps.map((step, index) => (
          <StepItem
            key={step.name}
            step={step}
            number={index + 1}
            detail={details[step.name]}
            // The test purchase is made from the guide, whatever else is done.
            to={canTest(step.name, guide) ? undefined : pagesOfSteps[step.name]}
            isOpen={step.name === open}
            onOpen={() => setChosen(step.name)}
          >
            <StepBody name={step.name} detail={details[step.name]} guide={guide} />
          </StepItem>
        ))}
      </ol>
    </section>
  );
}

const Progress = ({ steps }: { steps: readonly Step[] }) => {
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <span className="flex flex-1 gap-1 sm:w-56" aria-hidden="true">
      {steps.map((step) => (
        <span
          key={step.name}
          className={`h-1 flex-1 rounded-full ${step.isDone ? 'bg-primary' : step === next ? 'bg-accent' : 'bg-base-300'}`}
        />
      ))}
    </span>
  );
};

function StepBody({ name, detail, guide }: { name: FirstStepName; detail: string; guide: FirstSteps }) {
  const { t } = useLingui();
  if (name === 'course') return <CourseStep guide={guide} />;
  if (name === 'price') return <PriceStep />;
  if (name === 'share') return <ShareStep />;
  const isTest = canTest(name, guide);
  return (
    <>
      <p className="text-muted">{detail}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {isTest && (
          <CopyButton text={new URL(pathTo('signup'), location.origin).href} done={t`Link copied`}>
            <Trans>Copy sign-up link</Trans>
          </CopyButton>
        )}
        <LinkButton to={pagesOfSteps[name] ?? ''} tone={isTest ? 'quiet' : 'primary'}>
          {t(labels[name] ?? msg`Continue`)}
        </LinkButton>
      </div>
    </>
  );
}

const OPEN =
  'bg-[color-mix(in_oklab,var(--color-primary)_8%,var(--color-base-100))] shadow-[inset_3px_0_0_var(--color-accent),inset_4px_0_0_var(--accent-edge)]';

interface StepItemProps {
  step: Step;
  to: string | undefined;
  number: number;
  detail: string;
  isOpen: boolean;
  onOpen: () => void;
  children: ReactNode;
}

function StepItem({ step, to, number, detail, isOpen, onOpen, children }: StepItemProps) {
  const { t } = useLingui();
  const { name, isDone, minutesLeft } = step;
  const head = (
    <>
      <StepMark isDone={isDone} number={number} isOpen={isOpen} />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">
          {t(titles[name])}
          {isDone && <span className="sr-only">: {t`done`}</span>}
        </span>
        {!isOpen && <span className="block text-sm wrap-anywhere text-muted">{detail}</span>}
      </span>
      {minutesLeft > 0 && (
        <span className="meta num whitespace-nowrap">
          <Trans>
            <span className="max-sm:hidden">about</span> {minutesLeft} min
          </Trans>
        </span>
      )}
      {isDone && !isOpen && (
        <span className="text-sm underline underline-offset-3">
          <Trans>Change</Trans>
        </span>
      )}
      {!isDone && !isOpen && <ChevronRight size={18} className="shrink-0 text-muted" aria-hidden="true" />}
    </>
  );
  return (
    <li className={`border-t border-line ${isOpen ? OPEN : ''}`}>
      <StepHead to={to} isOpen={isOpen} onOpen={onOpen}>
        {head}
      </StepHead>
      {isOpen && <div className="ps-16 pe-5 pb-4">{children}</div>}
    </li>
  );
}

type StepHeadProps = Pick<StepItemProps, 'to' | 'isOpen' | 'onOpen' | 'children'>;

/** Opens the page of the step, or the step. */
function StepHead({ to, isOpen, onOpen, children }: StepHeadProps) {
  if (to === undefined)
    return (
      <button
        type="button"
        className={`${STEP} w-full cursor-pointer text-start hover:bg-primary/5`}
        aria-expanded={isOpen}
        onClick={onOpen}
      >
        {children}
      </button>
    );
  if (isOpen) return <div className={STEP}>{children}</div>;
  return (
    <Link to={to} className={`${STEP} hover:bg-primary/5`}>
      {children}
    </Link>
  );
}

function StepMark({ isDone, number, isOpen }: { isDone: boolean; number: number; isOpen: boolean }) {
  const look = isDone
    ? 'bg-success text-success-content'
    : isOpen
      ? 'bg-primary text-primary-content'
      : 'border border-line-strong';
  return (
    <span
      className={`num grid size-7 shrink-0 place-items-center rounded-full text-sm font-semibold ${look}`}
      aria-hidden="true"
    >
      {isDone ? <Check size={16} /> : number}
    </span>
  );
}
