import { Trans } from '@lingui/react/macro';
import { Info, Users } from 'lucide-react';
import { useId } from 'react';
import type { BatchChoice as Choice } from '#contract/batches/batch-fields.ts';
import { messages } from '#contract/messages.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import type { Plan } from '#contract/billing/plans.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { daysOf, keptWords, lateWords, patternOf, placesWords, stateWords } from './batch-words.ts';
import type { ChoiceOfBatch } from './use-batch-choice.ts';

interface WaitProps {
  courseId: string;
  batch: Choice;
}

/** One notice when a place opens; visitors log in first. */
function WaitForPlace({ courseId, batch: { _id: batchId, isWaiting } }: WaitProps) {
  const session = useSession();
  const params = { courseId, batchId };
  const { start, isBusy } = useAction({
    run: () =>
      isWaiting
        ? call('DELETE /courses/:courseId/batches/:batchId/wait', { params })
        : call('POST /courses/:courseId/batches/:batchId/wait', { params }),
    messages: {
      success: isWaiting ? messages.batches.waitsNoMore : messages.batches.waits,
      error: messages.fields.notChanged,
    },
    changes: [['batches', courseId]],
  });
  if (!session)
    return (
      <LinkButton
        to={pathTo('login')}
        state={{ returnTo: pathTo('course', { course: courseId }) }}
        tone="ghost"
        size="small"
        className="underline underline-offset-3 max-lg:min-h-11"
      >
        <Trans>Tell me if a place opens</Trans>
      </LinkButton>
    );
  return (
    <Button
      tone="ghost"
      size="small"
      className="underline underline-offset-3 max-lg:min-h-11"
      isBusy={isBusy}
      aria-pressed={isWaiting}
      onClick={() => void start(undefined)}
    >
      {isWaiting ? <Trans>You get a notice</Trans> : <Trans>Tell me if a place opens</Trans>}
    </Button>
  );
}

const Facts = ({ batch }: { batch: Choice }) => {
  const language = useLanguage();
  const pattern = patternOf(batch, language);
  const [late, places] = [lateWords(batch, language), placesWords(batch, language)];
  return (
    <span className="block min-w-0 flex-1">
      <span className={`block font-semibold wrap-anywhere ${batch.isFull ? 'text-muted' : ''}`}>
        {daysOf(batch, language)}
      </span>
      {pattern !== undefined && <span className="block text-sm text-muted">{pattern}</span>}
      {late !== undefined && <span className="block text-sm text-muted">{late}</span>}
      {places !== undefined && !batch.isFull && <span className="num mt-1.5 block text-sm font-medium">{places}</span>}
    </span>
  );
};

interface CardsProps extends WaitProps {
  group: string;
  isChosen: boolean;
  onChoose: () => void;
}

function Card({ courseId, batch, group, isChosen, onChoose }: CardsProps) {
  if (batch.isFull)
    return (
      <div className="rounded-box border border-line p-4 pb-2 ps-14">
        <Facts batch={batch} />
        <div className="flex flex-wrap items-center justify-between gap-x-4 text-sm font-medium">
          <Trans>Full</Trans>
          <WaitForPlace courseId={courseId} batch={batch} />
        </div>
      </div>
    );
  return (
    <label className="surface flex min-h-20 cursor-pointer items-start gap-4 p-4 has-checked:border-primary has-checked:shadow-[inset_0_0_0_1px_var(--color-primary)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2">
      <input
        type="radio"
        name={group}
        className="radio radio-primary mt-0.5 shrink-0"
        checked={isChosen}
        onChange={onChoose}
      />
      <Facts batch={batch} />
    </label>
  );
}

/** For someone who has the course and is in no batch. */
function Join({ courseId, batch: { _id: batchId } }: WaitProps) {
  const { start, isBusy } = useAction({
    run: () => call('POST /courses/:courseId/batches/:batchId/join', { params: { courseId, batchId } }),
    messages: { success: messages.batches.joined, error: messages.fields.notChanged },
    changes: ['batches', 'courses', 'progress'],
  });
  return (
    <Button className="w-full sm:w-auto" isBusy={isBusy} onClick={() => void start(undefined)}>
      <Trans>Join this batch</Trans>
    </Button>
  );
}

interface BatchChoiceProps {
  courseId: string;
  choice: ChoiceOfBatch;
  /** Whether the visitor has the course. */
  isOpen: boolean;
  plan: Plan | undefined;
}

/** When the lectures of a course are open, and its classes held, for those who buy it now. */
export default function BatchChoice({ courseId, choice, isOpen, plan }: BatchChoiceProps) {
  const group = useId();
  const { timeZone } = useSite();
  const language = useLanguage();
  const zone = timeZone.replaceAll('_', ' ');
  const { batches, mine, chosen, choose } = choice;
  if (mine && isOpen)
    return (
      <p className="surface mt-8 flex items-center gap-3 p-4">
        <Users size={20} className="shrink-0 text-muted" aria-hidden="true" />
        <span className="min-w-0 wrap-anywhere">
          <span className="block font-semibold">{mine.name}</span>
          <span className="meta block">{stateWords(mine, language)}</span>
        </span>
      </p>
    );
  if (batches.length === 0) return null;
  return (
    <section className="mt-10" aria-labelledby={`${group}-title`}>
      <h2 id={`${group}-title`} className="text-section">
        <Trans>Choose your batch</Trans>
      </h2>
      <p id={`${group}-hint`} className="mt-1 mb-4 text-sm text-muted">
        <Trans>Same lectures, other days. Times are in {zone}.</Trans>
      </p>
      <div role="radiogroup" aria-labelledby={`${group}-title`} className="grid max-w-2xl gap-3">
        {batches.map((batch) => (
          <Card
            key={batch._id}
            {...{ courseId, batch, group }}
            isChosen={batch === chosen}
            onChoose={() => choose(batch._id)}
          />
        ))}
      </div>
      {chosen && isOpen && (
        <div className="mt-4">
          <Join courseId={courseId} batch={chosen} />
        </div>
      )}
      {chosen && !isOpen && plan && (
        <p className="mt-4 flex max-w-2xl gap-3 text-sm text-muted">
          <Info size={20} className="mt-0.5 shrink-0" aria-hidden="true" />
          {keptWords(chosen, plan, language)}
        </p>
      )}
    </section>
  );
}
