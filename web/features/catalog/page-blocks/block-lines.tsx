import { useLingui } from '@lingui/react/macro';
import type { Block, EditedBlocks } from '#contract/catalog/page-blocks.ts';
import { TextField } from '#web/ui/forms/fields.tsx';

export type Of<K extends Block['kind']> = Extract<Block, { kind: K }>;

export interface FieldsProps<B extends Block> {
  block: B;
  page: string;
  choices: Pick<EditedBlocks, 'courses' | 'lectures'>;
  /** The sentence beside a field, by its path in the block. */
  errorOf: (path: string) => string | undefined;
  /** A function of the newest block: a picture arrives some changes later. */
  onChange: (of: (newest: B) => B) => void;
}

interface LineProps {
  label: string;
  value: string;
  error: string | undefined;
  hint?: string;
  onText: (value: string) => void;
}

export const Line = ({ onText, ...field }: LineProps) => (
  <TextField {...field} autoComplete="off" onChange={({ target }) => onText(target.value)} />
);

export const TitleField = <B extends Of<'text' | 'questions' | 'video' | 'courses' | 'plans'>>({
  block,
  errorOf,
  onChange,
}: FieldsProps<B>) => {
  const { t } = useLingui();
  return (
    <Line
      label={t`Title`}
      hint={t`Optional`}
      value={block.title}
      error={errorOf('title')}
      onText={(title) => onChange((newest) => ({ ...newest, title }))}
    />
  );
};

export const CaptionField = <B extends Of<'picture' | 'video' | 'link'>>({
  block,
  errorOf,
  onChange,
}: FieldsProps<B>) => {
  const { t } = useLingui();
  return (
    <Line
      label={t`Caption`}
      hint={t`Optional, below it`}
      value={block.caption}
      error={errorOf('caption')}
      onText={(caption) => onChange((newest) => ({ ...newest, caption }))}
    />
  );
};
