import { Trans, useLingui } from '@lingui/react/macro';
import { readWords } from '#contract/classroom/quiz-words.ts';
import { RichText } from '#web/ui/rich-text.tsx';
import { OptionMedia } from './option-media.tsx';
import type { AnswerFieldProps } from './choice-field.tsx';

/** As the contract limits them. */
const PART_MAX_LENGTH = 500;
const TEXT_MAX_LENGTH = 20_000;

/** A few words, a number, or a long text. */
export const TextField = ({ question, answer, isLocked, onChange }: AnswerFieldProps) => {
  const { t } = useLingui();
  const shared = {
    'aria-label': t`Your answer`,
    dir: 'auto',
    value: answer.text,
    readOnly: isLocked,
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...answer, text: target.value }),
  } as const;
  if (question.type === 'long')
    return <textarea {...shared} rows={8} maxLength={TEXT_MAX_LENGTH} className="textarea w-full" />;
  return (
    <>
      <input
        {...shared}
        type="text"
        autoComplete="off"
        maxLength={PART_MAX_LENGTH}
        className={`input ${question.type === 'number' ? 'max-w-64' : 'w-full'}`}
      />
      {question.type === 'number' && <output className="meta mt-2 block">{readWords(answer.text)}</output>}
    </>
  );
};

const withPart = (parts: readonly string[], count: number, index: number, part: string): string[] =>
  Array.from({ length: count }, (_, place) => (place === index ? part : (parts[place] ?? '')));

/** A list to choose from has no pictures: they are above it. */
const RightSides = ({ options }: Pick<AnswerFieldProps['question'], 'options'>) => {
  const { t } = useLingui();
  const pictured = options.filter(({ media }) => media);
  if (pictured.length === 0) return null;
  return (
    <ul className="quiz-rights" aria-label={t`Choices`}>
      {pictured.map(({ id, text, media }) => (
        <li key={id} className="wrap-anywhere" dir="auto">
          <OptionMedia address={media ?? ''} text={text} />
          {text}
        </li>
      ))}
    </ul>
  );
};

/** Each left side with the choice of its right side. */
export const MatchField = ({ question, answer, isLocked, onChange }: AnswerFieldProps) => (
  <>
    <RightSides options={question.options} />
    <ul className="grid gap-3">
      {question.lefts.map((left, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- left sides may be alike, and never move
        <li key={index} className="quiz-pair">
          <label className="min-w-0 flex-1 wrap-anywhere">
            <span className="block font-medium" dir="auto">
              {question.leftMedia?.[index] && <OptionMedia address={question.leftMedia[index]} text={left} />}
              {left}
            </span>
            <select
              className="select mt-2 w-full"
              value={answer.parts[index] ?? ''}
              disabled={isLocked}
              onChange={({ target }) =>
                onChange({ ...answer, parts: withPart(answer.parts, question.lefts.length, index, target.value) })
              }
            >
              <option value="">{isLocked ? <Trans>No answer</Trans> : <Trans>Choose…</Trans>}</option>
              {question.options.map(({ id, text }) => (
                <option key={id} value={id}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        </li>
      ))}
    </ul>
  </>
);

const GAP = /\{\{(\d+)\}\}/;

/** The text of the question, with a field in each gap. */
export const GapsText = ({ question, answer, isLocked, onChange }: AnswerFieldProps) => {
  const { t } = useLingui();
  const lookOfGap = (isRight: boolean | undefined): readonly [className: string, words: string] => {
    if (isRight === undefined) return ['', ''];
    return isRight ? ['border-success!', `, ${t`right`}`] : ['border-error!', `, ${t`not right`}`];
  };
  const gap = (number: number) => (
    <input
      key={number}
      type="text"
      dir="auto"
      className={`input quiz-gap ${lookOfGap(question.result?.parts?.[number - 1])[0]}`}
      aria-label={t`Gap ${number} of ${{ gaps: question.gaps }}` + lookOfGap(question.result?.parts?.[number - 1])[1]}
      autoComplete="off"
      maxLength={PART_MAX_LENGTH}
      value={answer.parts[number - 1] ?? ''}
      readOnly={isLocked}
      onChange={({ target }) =>
        onChange({ ...answer, parts: withPart(answer.parts, question.gaps, number - 1, target.value) })
      }
    />
  );
  return (
    <RichText
      blocks={question.blocks}
      className="quiz-gaps"
      heading="h2"
      // Every second piece is the number of a gap.
      words={(text) => text.split(GAP).map((piece, index) => (index % 2 === 1 ? gap(Number(piece)) : piece))}
    />
  );
};
