import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { isMedia } from '#contract/classroom/lecture-media.ts';
import { leavesOf, plainTextOf } from '#contract/rich-text-leaves.ts';
import type { AttemptQuestion } from '#contract/classroom/quiz-fields.ts';
import { RichText } from '#web/ui/rich-text.tsx';
import { AnswerFileButton } from './answer-file.tsx';
import { MomentLink, VerdictIcon } from './question-parts.tsx';
import type { AttemptPlace } from './quiz-queries.ts';
import type { QuizLinks } from './quiz-links.ts';
import { answerTexts, numbered } from '#contract/classroom/quiz-words.ts';
import { textIn, verdictIn } from './quiz-words-in.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const Texts = ({ name, texts, isStrong = false }: { name: string; texts: readonly string[]; isStrong?: boolean }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className={isStrong ? 'font-semibold' : undefined}>
      {texts.length === 0 && (
        <span className="text-muted">
          <Trans>No answer</Trans>
        </span>
      )}
      {texts.map((text, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- they never move
        <span key={index} className="block whitespace-pre-line wrap-anywhere" dir="auto">
          {text}
        </span>
      ))}
    </dd>
  </>
);

interface AnswerProps extends Pick<AnswerListProps, 'links' | 'answerName' | 'place'> {
  question: AttemptQuestion;
}

const Details = ({ question, links, answerName, place }: AnswerProps) => {
  const { t } = useLingui();
  const language = useLanguage();
  const inWords = (texts: readonly string[]) => texts.map((text) => textIn(question.type, text, language));
  const { result, answer, blocks } = question;
  const media = leavesOf(blocks).filter(isMedia);
  const solution = result?.solution;
  const verdict = result?.verdict;
  const texts = verdict === 'right' ? undefined : solution?.texts;
  const moment = verdict === 'right' ? undefined : solution?.explainedAt;
  return (
    <>
      {/* What is asked by pictures alone has their descriptions as its title. */}
      {media.length > 0 && (
        <RichText
          blocks={media}
          className={`quiz-pictures ${media.length === leavesOf(blocks).length ? 'quiz-described' : ''}`}
        />
      )}
      <dl className="quiz-texts">
        {!answer.file && <Texts name={answerName ?? t`Your answer`} texts={inWords(answerTexts(question, answer))} />}
        {texts && texts.length > 0 && (
          <Texts name={t`Right answer`} texts={inWords(numbered(question, texts))} isStrong />
        )}
        {result && result.comment !== '' && <Texts name={t`Comment`} texts={[result.comment]} />}
      </dl>
      {answer.file && (
        <p className="mt-2">
          <AnswerFileButton place={place} file={answer.file} />
        </p>
      )}
      {question.isLate && (
        <p className="meta mt-2">
          <Trans>Another answer arrived after the end, and does not count.</Trans>
        </p>
      )}
      {solution?.remarks.map((remark) => (
        <p key={remark} className="mt-3 wrap-anywhere" dir="auto">
          {remark}
        </p>
      ))}
      {solution && solution.explanation.length > 0 && <RichText blocks={solution.explanation} className="mt-3" />}
      {moment && links && (
        <MomentLink
          moment={moment}
          lecture={links.lectureOf(moment.lectureId)}
          to={links.watch(moment)}
          back="result"
        />
      )}
    </>
  );
};

/** Its words; of a picture alone, its description. */
const titleOf = (blocks: AttemptQuestion['blocks']): string => {
  const words = leavesOf(blocks).filter((leaf) => !isMedia(leaf));
  return plainTextOf(words.length > 0 ? words : blocks);
};

const Answer = ({ isOpen, ...props }: AnswerProps & { isOpen: boolean }) => {
  const { question } = props;
  const { position, blocks, result } = question;
  const words = verdictIn(question, useLanguage());
  return (
    <li>
      <details name={props.links && 'quiz-answers'} open={isOpen} className="quiz-answer">
        <summary>
          {result?.verdict ? (
            <VerdictIcon verdict={result.verdict} />
          ) : (
            <span className="quiz-badge num">{position + 1}</span>
          )}
          <span className="min-w-0 flex-1">
            <span className="meta block">
              <Trans>Question {{ number: position + 1 }}</Trans>
              {words !== undefined && ` · ${words}`}
            </span>
            <span className="block whitespace-pre-line wrap-anywhere" dir="auto">
              {titleOf(blocks).replaceAll(/\{\{\d+\}\}/g, '…')}
            </span>
          </span>
          <ChevronDown size={20} className="shrink-0 text-muted" aria-hidden="true" />
        </summary>
        <div className="quiz-details">
          <Details {...props} />
        </div>
      </details>
    </li>
  );
};

interface AnswerListProps {
  place: AttemptPlace;
  questions: readonly AttemptQuestion[];
  /** Undefined for teachers, who watch no minute here. */
  links?: QuizLinks;
  /** Your answer, unless it is another person's. */
  answerName?: string;
}

const isRight = ({ result }: AttemptQuestion): boolean => result?.verdict === 'right';

/** Of more than these, what was not right comes first. */
const IN_ORDER_MAX = 20;

/** Each answer of a submitted attempt; those that were right are folded, and learners open one at a time. */
export const AnswerList = ({ questions, ...rest }: AnswerListProps) => {
  const { t } = useLingui();
  const shown =
    questions.length > IN_ORDER_MAX
      ? questions.toSorted((one, other) => Number(isRight(one)) - Number(isRight(other)))
      : questions;
  const firstMissed = shown.find((question) => !isRight(question));
  return (
    <section aria-label={t`Answers`} className="quiz-answers">
      <ol>
        {shown.map((question) => (
          <Answer
            key={question.position}
            question={question}
            isOpen={rest.links ? question === firstMissed : !isRight(question)}
            {...rest}
          />
        ))}
      </ol>
    </section>
  );
};
