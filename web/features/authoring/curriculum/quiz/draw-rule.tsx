import { Trans, useLingui } from '@lingui/react/macro';
import { type Choice, Choose, NONE, numbers, orNull, type SentenceProps, textOf } from './choose.tsx';

/** How many questions of each tag an attempt draws, within the sentence. */
const DrawsByTag = ({ settings: { drawsByTag }, change, questions, tags }: SentenceProps) => {
  const { t } = useLingui();
  const drawnOf = (tag: string): number => drawsByTag.find((draw) => draw.tag === tag)?.count ?? 0;
  const choose = (tag: string, count: number): void =>
    change((newest) => ({
      drawsByTag: tags.flatMap((one) => {
        const wanted = one === tag ? count : (newest.drawsByTag.find((draw) => draw.tag === one)?.count ?? 0);
        return wanted === 0 ? [] : [{ tag: one, count: wanted }];
      }),
    }));
  return (
    <>
      {tags.map((tag) => (
        <span key={tag} className="me-2 inline-block">
          <Choose
            label={t`Questions about ${tag}`}
            value={String(drawnOf(tag))}
            choices={numbers(
              [0, 1, 2, 3, 5, 10, 20].filter((count) => count <= questions),
              drawnOf(tag),
              (count) => (count === 0 ? t({ context: 'questions', message: 'all' }) : String(count)),
            )}
            onChoose={(value) => choose(tag, Number(value))}
          />{' '}
          <Trans>
            about <span dir="auto">{tag}</span>,
          </Trans>
        </span>
      ))}
      <Trans>and all without a tag</Trans>
    </>
  );
};

const BY_TAG = 'by-tag';

const Drawn = ({ settings: { draw, drawsByTag }, change, questions, tags }: SentenceProps) => {
  const { t } = useLingui();
  return (
    <Choose
      label={t`Questions of an attempt`}
      value={drawsByTag.length > 0 ? BY_TAG : textOf(draw)}
      choices={[
        [NONE, t`all questions`],
        ...(tags.length > 0 ? [[BY_TAG, t`a number of each tag`] as const] : []),
        ...numbers(
          [3, 5, 10, 20, 50].filter((count) => count < questions),
          draw,
          (count) => t`${count} at random`,
        ),
      ]}
      onChoose={(value) =>
        change(
          value === BY_TAG
            ? { draw: null, drawsByTag: tags.slice(0, 1).map((tag) => ({ tag, count: 1 })) }
            : { draw: orNull(value), drawsByTag: [] },
        )
      }
    />
  );
};

/** The questions that an attempt has, and their order. */
export const Shuffle = (sentence: SentenceProps) => {
  const { t } = useLingui();
  const { settings, change } = sentence;
  const { isShuffled, areOptionsShuffled, drawsByTag } = settings;
  const orders: Choice[] = [
    ['no', t`in this order`],
    ['yes', t`shuffled`],
  ];
  const drawn = <Drawn {...sentence} />;
  const order = (
    <Choose
      label={t`Order of questions`}
      value={isShuffled ? 'yes' : 'no'}
      choices={orders}
      onChoose={(value) => change({ isShuffled: value === 'yes' })}
    />
  );
  const answerOrder = (
    <Choose
      label={t`Order of answers`}
      value={areOptionsShuffled ? 'yes' : 'no'}
      choices={orders}
      onChoose={(value) => change({ areOptionsShuffled: value === 'yes' })}
    />
  );
  const tagged = <DrawsByTag {...sentence} />;
  return drawsByTag.length > 0 ? (
    <Trans>
      Each attempt has {drawn}: {tagged}. Questions come {order}, their answers {answerOrder}.
    </Trans>
  ) : (
    <Trans>
      Each attempt has {drawn}. Questions come {order}, their answers {answerOrder}.
    </Trans>
  );
};
